import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type {
  DetectionKind,
  DetectionTask,
  TaskResult,
  ThreadAnswer,
  ThreadOrder,
  ThreadSettings,
} from './detection-task';

/** The compiled program next to this file, or its source if sources are run. */
const PROGRAM = join(__dirname, `detection-thread${extname(__filename)}`);

/** A thread that exceeds this heap is ended and replaced. The network's memory is not included. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  resolve: (found: TaskResult) => void;
  reject: (error: Error) => void;
}

/** The timeout of a thread's end. It finishes its current task, which takes milliseconds, unless it is stuck. */
const END_MS = 2_000;

/** The parent's handle of one detection thread, which runs one task at a time. */
export class DetectionWorker {
  private waiting?: Waiting;
  private ended = false;
  private readonly exited: Promise<void>;

  private constructor(private readonly worker: Worker) {
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (answer: ThreadAnswer) => this.take(answer));
    worker.once('error', (error) => this.fail(error));
    worker.once('exit', () => {
      this.ended = true;
      this.fail(new Error('A detection thread ended'));
    });
  }

  /** @throws Error that names what is missing or damaged */
  static async start(settings: ThreadSettings): Promise<DetectionWorker> {
    const worker = new DetectionWorker(new Worker(PROGRAM, { workerData: settings, resourceLimits: LIMITS }));
    await new Promise<TaskResult>((resolve, reject) => {
      worker.waiting = { resolve, reject };
    });
    return worker;
  }

  get isAlive(): boolean {
    return !this.ended;
  }

  /** @param limitMs the time after which the thread counts as stuck and is ended */
  async run<K extends DetectionKind>(task: DetectionTask<K>, limitMs: number): Promise<TaskResult<K>> {
    if (this.ended) throw new Error('A detection thread ended');
    const stuck = setTimeout(() => void this.terminate(), limitMs);
    try {
      return await new Promise<TaskResult<K>>((resolve, reject) => {
        this.waiting = { resolve: resolve as Waiting['resolve'], reject };
        this.worker.postMessage(task);
      });
    } finally {
      clearTimeout(stuck);
    }
  }

  /** Asks the thread to end: terminating it during a run of the network would crash the whole process. */
  async end(): Promise<void> {
    this.ended = true;
    const stuck = setTimeout(() => void this.worker.terminate(), END_MS);
    this.worker.postMessage('end' satisfies ThreadOrder);
    await this.exited;
    clearTimeout(stuck);
  }

  private async terminate(): Promise<void> {
    this.ended = true;
    await this.worker.terminate();
  }

  private take(answer: ThreadAnswer): void {
    if (answer.is === 'unfit') {
      void this.end();
      this.fail(new Error(answer.why));
    } else if (answer.is === 'failed') {
      this.fail(new Error(`Detection failed: ${answer.error}`));
    } else {
      this.waiting?.resolve(answer.is === 'found' ? answer.found : []);
      this.waiting = undefined;
    }
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}
