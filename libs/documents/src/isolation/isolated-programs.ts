import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { pipeline, type Readable, type Writable } from 'node:stream';
import { AppError } from '@app/common';
import { ProcessWatch, type ProcessLimits } from './process-watch';
import { reasonOf } from './text/exit-codes';
import { UnreadableFile, type Unreadable } from './unreadable';

const MIB = 1024 ** 2;
/** Of the allowed memory, what JavaScript's heap may take; the rest is for buffers and the engine itself. */
const HEAP_SHARE = 0.6;
/** The program that asks has requests to answer meanwhile: on few cores they go first, from the child's start on. */
const LOW_PRIORITY = 10;

export interface IsolatedWork {
  /** The built program: it reads standard input, and writes to descriptor 3. */
  script: string;
  args: readonly string[];
  content: Readable;
  limits: ProcessLimits;
  signal: AbortSignal;
}

/**
 * Runs a program without environment that is killed where it takes too long or too much memory: the worst that
 * hostile content can do is to end it.
 *
 * @returns what it writes, piece by piece
 * @throws UnreadableFile where it fails; the signal's reason where it aborts; what `content` fails with
 */
export async function* runIsolated(work: IsolatedWork): AsyncGenerator<Buffer> {
  const { script, args, content, limits, signal } = work;
  const heap = `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MIB)}`;
  const child = spawn(process.execPath, [heap, script, ...args], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  const ended = ending(child);
  const watch = new ProcessWatch(child, limits);
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const contentFailure = feed(content, child.stdin, stop);
  try {
    // Without it the program was not started, which its end tells.
    yield* (child.stdio?.[3] ?? []) as Readable;
    const code = await ended;
    signal.throwIfAborted();
    if (contentFailure.error) throw contentFailure.error;
    if (code !== 0) throw new UnreadableFile(watch.killedFor ?? reasonOf(code ?? -1) ?? crashReason(code));
  } finally {
    watch.stop();
    stop();
    signal.removeEventListener('abort', stop);
  }
}

/** @returns its exit code; null where a signal ended it. Rejects where it could not be started */
function ending(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'close').then(
    ([code]: (number | null)[]) => code ?? null,
    (cause: unknown) => {
      throw new AppError('unavailable', 'Documents cannot be read just now; try again later', {}, { cause });
    },
  );
  ended.catch(() => undefined); // Whoever awaits it hears of it; until then nobody would.
  return ended;
}

/** A program that ended early reads no more: its exit code tells why. Content that breaks off is another thing. */
function feed(content: Readable, input: Writable | null, onFailure: () => void): { error?: Error } {
  const failure: { error?: Error } = {};
  if (!input) {
    content.destroy(); // The system had no room for one more process.
    return failure;
  }
  content.once('error', (error) => {
    if (input.destroyed) return; // Then it is the other way round.
    failure.error = error;
    onFailure();
  });
  pipeline(content, input, () => undefined);
  return failure;
}

/** V8 ends a process that has used up its heap by a signal, so without a code. */
const crashReason = (code: number | null): Unreadable => (code === null ? 'too_much_memory' : 'damaged');
