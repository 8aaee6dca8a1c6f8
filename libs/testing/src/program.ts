import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './eventually';

const ROOT = resolve(__dirname, '../../..');
/** The Node.js of the built programs, the same as for their tests. */
const NODE = process.execPath;
/** Compiled code is reused between starts, if Node.js supports it (22.1 or later). */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'privacy-chat-compiled') };

/** One of the built programs in a separate process. */
export class Program {
  private child: ChildProcess | undefined;
  /** All of its standard output and standard error, over all starts. */
  output = '';

  constructor(
    private readonly script: string,
    readonly env: Record<string, string>,
    private readonly healthPort: number,
    private readonly under: readonly string[] = [],
  ) {}

  get running(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** @throws Error with its output, if it ends or is not ready in time */
  async start(): Promise<void> {
    const child = start([...this.under, NODE, this.script], this.env);
    this.child = child;
    child.stdout.on('data', (chunk) => (this.output += String(chunk)));
    child.stderr.on('data', (chunk) => (this.output += String(chunk)));
    const ended = await eventually(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return true;
      const { ok } = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`);
      if (!ok) throw new Error(`${this.script} is not ready: ${this.output.slice(-2_000)}`);
      return false;
    });
    if (ended) throw new Error(`${this.script} ended: ${this.output.slice(-2_000)}`);
  }

  /** @returns the exit code; null if a signal ended it */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    return new Promise((done) => {
      child.once('exit', done);
      child.kill(signal);
    });
  }
}

/**
 * Runs one of the built programs to its end.
 *
 * @param under a command with its arguments that runs the program
 * @throws Error with its output, if it fails
 */
export async function runProgramToEnd(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
  under: readonly string[] = [],
): Promise<string> {
  const child = start([...under, NODE, script, ...args], env);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  child.stdin.end(input);
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${String(code)}: ${err}${out}`);
  return out;
}

function start(
  [command, ...args]: readonly string[],
  env: Record<string, string>,
): ChildProcessWithoutNullStreams {
  // A traced program gets no cache of compiled code, so that it writes only what it would normally write.
  const isWatched = command !== NODE;
  return spawn(command!, args, { cwd: ROOT, env: isWatched ? env : { ...COMPILED, ...env } });
}
