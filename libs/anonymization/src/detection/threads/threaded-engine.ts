import { NameEngine } from '../adapters/name-engine';
import type { Reading } from '../adapters/reading';
import type { DetectionThreads } from './detection-threads';

/** The name model's work, done by the detection threads on behalf of one owner. */
export class ThreadedEngine extends NameEngine {
  constructor(
    private readonly threads: DetectionThreads,
    private readonly owner: object,
  ) {
    super();
  }

  read(text: string): Promise<Reading> {
    return this.threads.run(this.owner, { kind: 'read', text });
  }

  score(window: Int32Array): Promise<Float32Array> {
    return this.threads.run(this.owner, { kind: 'score', window });
  }
}
