import type { SpawnedProcess } from './process-spawner';
import { residentBytes } from './resident-bytes';

const LOOK_EVERY_MS = 100;

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
