import { Readable } from 'node:stream';
import { createProgram } from '../src/program';

/** What a command did. */
export interface RunCommand {
  /** What it printed to standard output. */
  out: string;
  /** The message of its failure. */
  failure?: string;
  exitCode: number;
}

/** Runs a command in this process. @param input its standard input */
export async function runCommand(args: readonly string[], input = ''): Promise<RunCommand> {
  let out = '';
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((line = '') => void (out += `${line}\n`)),
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
    jest.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.exitCode = 0;
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return { out, exitCode: Number(process.exitCode) };
  } catch (error) {
    return { out, failure: (error as Error).message, exitCode: 1 };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.defineProperty(process, 'stdin', stdin);
    process.exitCode = 0;
  }
}
