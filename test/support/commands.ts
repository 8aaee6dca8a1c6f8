import { Readable } from 'node:stream';
import type { TestSystem } from '@app/testing';
import { createProgram } from '../../apps/cli/src/program';

/** Runs operator commands in the test's process with the settings of a system: ten times faster than a process of their own. */
export class Commands {
  constructor({ api }: TestSystem) {
    Object.assign(process.env, api.env);
  }

  /**
   * @param input standard input
   * @returns standard output
   * @throws the command's error. The process of a command prints its message
   */
  async run(args: readonly string[], input = ''): Promise<string> {
    const log = jest.spyOn(console, 'log').mockImplementation();
    const given = Readable.from([input]) as typeof process.stdin;
    const stdin = jest.spyOn(process, 'stdin', 'get').mockReturnValue(given);
    try {
      await createProgram().parseAsync(args, { from: 'user' });
      return log.mock.calls.flat().join('\n');
    } finally {
      log.mockRestore();
      stdin.mockRestore();
    }
  }

  async json<T>(args: readonly string[], input?: string): Promise<T> {
    return JSON.parse(await this.run([...args, '--json'], input)) as T;
  }

  /** Returns the one-line message of a command that fails. @throws Error if it succeeds */
  async refusal(args: readonly string[], input?: string): Promise<string> {
    const failure: unknown = await this.run(args, input).catch((error: unknown) => error);
    if (!(failure instanceof Error)) throw new Error('The command did not fail');
    expect(failure.message).not.toContain('\n');
    return failure.message;
  }
}
