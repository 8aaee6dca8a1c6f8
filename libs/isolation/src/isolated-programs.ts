import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { currentStages } from '@app/common';
import { reasonOf, UnreadableFile, type Unreadable } from '@app/file-formats';
import { confined } from './confinement';
import { ProcessSpawner, type SpawnedProcess } from './process-spawner';

const MIB = 1024 ** 2;
/** The share of the memory limit for JavaScript's heap. The rest is for buffers and the engine. */
const HEAP_SHARE = 0.6;

export interface IsolatedWork {
  /** The built program, which uses `receiveRequest`. */
  script: string;
  args: readonly string[];
  content: Readable;
  limits: ProcessLimits;
  /** Returns by how many milliseconds a piece of the output extends the time limit */
  moreTimeFor?: (piece: Buffer) => number;
  signal: AbortSignal;
}

/**
 * Runs programs that read untrusted content, without environment, files and, if the system allows it, network. Hostile
 * content can at worst end one of them.
 */
@Injectable()
export class IsolatedPrograms {
  constructor(private readonly spawner: ProcessSpawner) {}

  /**
   * Runs a program, and kills it if it takes too long or uses too much memory.
   *
   * @returns its output, piece by piece
   * @throws UnreadableFile if it fails; the signal's reason if it aborts; the error of `content`
   */
  async *run({ script, args, content, limits, moreTimeFor, signal }: IsolatedWork): AsyncGenerator<Buffer> {
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
      for await (const piece of output(child.socket, (error) => (broken = error))) {
        if (moreTimeFor) watch.extend(moreTimeFor(piece));
        yield piece;
      }
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

/** Yields the output until it ends or is interrupted. The exit code explains the reason better than the socket's error. */
async function* output(socket: Socket, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* socket as AsyncIterable<Buffer>;
  } catch (error) {
    onBroken(error);
  }
}

/**
 * Feeds the program. A program that ends early stops reading, which its exit code explains. A failure of `content` is
 * reported.
 */
function feed(content: Readable, input: Socket, onFailure: () => void): { error?: Error } {
  const failure: { error?: Error } = {};
  content.once('error', (error) => {
    if (input.destroyed) return; // The program ended first.
    failure.error = error;
    onFailure();
  });
  pipeline(content, input, () => undefined);
  return failure;
}

/** A process that exhausts its heap is ended by a signal, so it has no exit code. */
const crashReason = (code: number | null): Unreadable => (code === null ? 'too_much_memory' : 'damaged');

const LOOK_EVERY_MS = 100;
const KIB = 1024;

export interface ProcessLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/**
 * Kills a process that takes too long or uses too much memory, and remembers the reason. Adds its processor time to the piece
 * of work that started it.
 */
export class ProcessWatch {
  killedFor?: 'too_slow' | 'too_much_memory';
  private readonly times = currentStages();
  /** The processor time of the process, with all its threads, when it was last read */
  private processorMs = 0;
  private timeout: NodeJS.Timeout;
  private endsAt: number;
  private readonly interval: NodeJS.Timeout;

  constructor(
    private readonly child: Pick<SpawnedProcess, 'pid' | 'kill'>,
    { timeoutMs, memoryBytes }: ProcessLimits,
  ) {
    this.endsAt = performance.now() + timeoutMs;
    this.timeout = this.timeoutIn(timeoutMs);
    this.interval = setInterval(() => void this.look(memoryBytes), LOOK_EVERY_MS);
  }

  extend(ms: number): void {
    if (ms === 0) return;
    clearTimeout(this.timeout);
    this.endsAt += ms;
    this.timeout = this.timeoutIn(this.endsAt - performance.now());
  }

  stop(): void {
    clearTimeout(this.timeout);
    clearInterval(this.interval);
  }

  private timeoutIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.kill('too_slow'), ms);
  }

  private async look(memoryLimit: number): Promise<void> {
    const { bytes, processorMs } = await useOf(this.child.pid);
    if (this.times) this.times.processorMs += Math.max(0, processorMs - this.processorMs);
    this.processorMs = Math.max(this.processorMs, processorMs);
    if (bytes > memoryLimit) this.kill('too_much_memory');
  }

  private kill(why: NonNullable<ProcessWatch['killedFor']>): void {
    this.killedFor ??= why;
    this.child.kill();
  }
}

/** Ticks of the clock in a second (USER_HZ), which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

/** Returns the memory and the processor time of a process, from proc(5); 0 if the system has no proc or the process has ended. */
async function useOf(pid: number): Promise<{ bytes: number; processorMs: number }> {
  try {
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    // The name of the program, in parentheses, may contain blanks. The state is the third field.
    const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [fields[11], fields[12]].map(Number);
    return {
      bytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status!)?.[1] ?? 0) * KIB,
      processorMs: ((user! + system!) / TICKS_PER_SECOND) * 1_000,
    };
  } catch {
    return { bytes: 0, processorMs: 0 }; // Not Linux, or ended: then only the limit on the heap applies.
  }
}
