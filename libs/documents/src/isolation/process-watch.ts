import { readFile } from 'node:fs/promises';
import type { SpawnedProcess } from './process-spawner';

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
