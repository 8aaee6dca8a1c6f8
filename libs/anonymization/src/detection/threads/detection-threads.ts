import { currentStages, type StageTimes } from '@app/common';
import type { DetectionKind, DetectionTask, TaskResult, ThreadSettings } from './detection-task';
import { DetectionWorker } from './detection-worker';
import { FairQueue } from './fair-queue';

/** A task is a few kilobytes and takes milliseconds. A thread that takes this long is stuck. */
const STUCK_AFTER_MS = 30_000;

interface Job {
  task: DetectionTask;
  /** The piece of work that the time of the thread counts for */
  times: StageTimes | undefined;
  resolve: (found: TaskResult) => void;
  reject: (error: Error) => void;
}

/** A fixed number of detection threads that share a fair queue. A crashed thread is replaced. */
export class DetectionThreads {
  private readonly queue = new FairQueue<Job>();
  private readonly idle: DetectionWorker[];
  private readonly alive: Set<DetectionWorker>;
  private starting = 0;
  private closed = false;

  private constructor(
    private readonly settings: ThreadSettings,
    private readonly size: number,
    workers: DetectionWorker[],
  ) {
    this.idle = [...workers];
    this.alive = new Set(workers);
  }

  /** @throws Error that names what is missing or damaged */
  static async start(settings: ThreadSettings, size: number): Promise<DetectionThreads> {
    const starts = await Promise.allSettled(
      Array.from({ length: size }, () => DetectionWorker.start(settings)),
    );
    const workers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const failure = starts.find((start) => start.status === 'rejected');
    if (!failure) return new DetectionThreads(settings, size, workers);
    await Promise.all(workers.map((worker) => worker.end()));
    throw failure.reason;
  }

  /** Returns whether that many tasks would begin immediately, each on its own thread. */
  hasIdle(count: number): boolean {
    return this.idle.length >= count;
  }

  /**
   * @param signal the signal of the search that the task belongs to; the queue alternates between searches
   * @throws the signal's reason if it has aborted; a waiting task remains until {@link drop}
   */
  async run<K extends DetectionKind>(signal: AbortSignal, task: DetectionTask<K>): Promise<TaskResult<K>> {
    if (this.closed) throw new Error('Detection is closed');
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      // The result of a thread matches the kind of its task.
      this.queue.push(signal, {
        task: task as DetectionTask,
        times: currentStages(),
        resolve: resolve as Job['resolve'],
        reject,
      });
      this.dispatch();
    });
  }

  /** Rejects the waiting tasks of a search, all with one error: a stack for each of thousands would take 100 ms. */
  drop(signal: AbortSignal): void {
    const aborted = new Error('Detection was aborted');
    for (const job of this.queue.drop(signal)) job.reject(aborted);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.queue.clear()) job.reject(new Error('Detection is closed'));
    await Promise.all([...this.alive].map((worker) => worker.end()));
  }

  private dispatch(): void {
    while (this.idle.length > 0) {
      const job = this.queue.shift();
      const worker = job && this.idle.pop();
      if (!job || !worker) break;
      void this.give(worker, job);
    }
    this.replaceDead();
  }

  private async give(worker: DetectionWorker, { task, times, resolve, reject }: Job): Promise<void> {
    const beganAt = performance.now();
    try {
      resolve(await worker.run(task, STUCK_AFTER_MS));
    } catch (error) {
      reject(error as Error);
    }
    // A thread runs one task at a time, and does not wait in it.
    if (times) times.processorMs += performance.now() - beganAt;
    if (worker.isAlive) this.idle.push(worker);
    else this.alive.delete(worker);
    this.dispatch();
  }

  private replaceDead(): void {
    while (!this.closed && this.alive.size + this.starting < this.size) {
      this.starting += 1;
      void this.startOne();
    }
  }

  /** Starts a thread. If none is left and none can be started, waiting tasks fail, and the next task tries again. */
  private async startOne(): Promise<void> {
    try {
      const worker = await DetectionWorker.start(this.settings);
      this.starting -= 1;
      if (this.closed) return await worker.end();
      this.alive.add(worker);
      this.idle.push(worker);
      this.dispatch();
    } catch (error) {
      this.starting -= 1;
      if (this.alive.size + this.starting === 0)
        for (const job of this.queue.clear()) job.reject(error as Error);
    }
  }
}
