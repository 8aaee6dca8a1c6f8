import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { reasonOf, UnreadableFile, type Unreadable } from '../unreadable';
import { confined } from './confinement';
import { ProcessSpawner, type SpawnedProcess } from './process-spawner';

const MIB = 1024 ** 2;
/** Of the allowed memory, what JavaScript's heap may take; the rest is for buffers and the engine itself. */
const HEAP_SHARE = 0.6;

export interface IsolatedWork {
  /** The built program: it uses `receiveRequest`. */
  script: string;
  args: readonly string[];
  content: Readable;
  limits: ProcessLimits;
  signal: AbortSignal;
}

/**
 * Programs without environment, files and, where the system allows it, network that read what others sent: the worst
 * that hostile content can do is to end one.
 */
@Injectable()
export class IsolatedPrograms {
  constructor(private readonly spawner: ProcessSpawner) {}

  /**
   * Runs one, and kills it where it takes too long or too much memory.
   *
   * @returns what it writes, piece by piece
   * @throws UnreadableFile where it fails; the signal's reason where it aborts; what `content` fails with
   */
  async *run({ script, args, content, limits, signal }: IsolatedWork): AsyncGenerator<Buffer> {
    const heap = `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MIB)}`;
    const child = await this.spawner.start([heap, ...confined(script), ...args]).catch((error: unknown) => {
      content.destroy();
      throw error;
    });
    const watch = new ProcessWatch(child, limits);
    const stop = () => child.kill();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const contentFailure = feed(content, child.socket, stop);
    let broken: unknown;
    try {
      yield* output(child.socket, (error) => (broken = error));
      const code = await child.ended;
      signal.throwIfAborted();
      if (contentFailure.error) throw contentFailure.error;
      if (code !== 0) throw new UnreadableFile(watch.killedFor ?? reasonOf(code ?? -1) ?? crashReason(code));
      if (broken) throw broken;
    } finally {
      watch.stop();
      stop();
      child.socket.destroy();
      signal.removeEventListener('abort', stop);
    }
  }
}

/** What comes until it breaks off. Why it does, the exit code tells better. */
async function* output(socket: Socket, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* socket;
  } catch (error) {
    onBroken(error);
  }
}

/** A program that ended early reads no more: its exit code tells why. Content that breaks off is another thing. */
function feed(content: Readable, input: Socket, onFailure: () => void): { error?: Error } {
  const failure: { error?: Error } = {};
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

const LOOK_EVERY_MS = 100;
const KIB = 1024;

export interface ProcessLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** Kills a process that takes too long or holds too much memory, and remembers why. */
export class ProcessWatch {
  killedFor?: 'too_slow' | 'too_much_memory';
  private readonly timeout: NodeJS.Timeout;
  private readonly interval: NodeJS.Timeout;

  constructor(
    private readonly child: Pick<SpawnedProcess, 'pid' | 'kill'>,
    { timeoutMs, memoryBytes }: ProcessLimits,
  ) {
    this.timeout = setTimeout(() => this.kill('too_slow'), timeoutMs);
    this.interval = setInterval(() => void this.checkMemory(memoryBytes), LOOK_EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.timeout);
    clearInterval(this.interval);
  }

  private async checkMemory(limit: number): Promise<void> {
    if ((await residentBytes(this.child.pid)) > limit) this.kill('too_much_memory');
  }

  private kill(why: NonNullable<ProcessWatch['killedFor']>): void {
    this.killedFor ??= why;
    this.child.kill();
  }
}

/** The memory that a process holds, from proc(5); 0 where the system has no such place or the process ended. */
async function residentBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIB;
  } catch {
    return 0; // Not Linux, or gone: then the limit on the heap has to do.
  }
}
