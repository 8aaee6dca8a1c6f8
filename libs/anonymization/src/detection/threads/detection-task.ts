import type { Span } from '../../spans/span';
import type { PatternSearch } from '../find-patterns';
import type { ModelInput } from '../entity-model/read-text';

/** A text, and what is looked for in it. */
export interface TextTask extends PatternSearch {
  text: string;
}

/** The short pieces of work that a thread does: what it is given, and what it gives back. */
interface DetectionWork {
  /** The recognizers of these kinds on one section. */
  patterns: { given: TextTask; found: Span[] };
  /** The rows of column heads in force at places of a long text, each `null` where there is none. */
  heads: { given: { text: string; starts: readonly number[] }; found: (string | null)[] };
  /** Everything on a short text, from beginning to end. */
  short: { given: TextTask; found: Span[] };
  /** The entity model on a short text, from beginning to end. */
  entities: { given: { text: string }; found: Span[] };
  /** A section prepared for the entity model. */
  read: { given: { text: string }; found: ModelInput };
  /** The entity model's scores of one window. */
  score: { given: { window: Int32Array }; found: Float32Array };
}
export type DetectionKind = keyof DetectionWork;
export type DetectionTask<K extends DetectionKind = DetectionKind> = K extends DetectionKind
  ? { kind: K } & DetectionWork[K]['given']
  : never;
export type TaskResult<K extends DetectionKind = DetectionKind> = DetectionWork[K]['found'];

/** What a thread is started with. */
export interface ThreadSettings {
  /** Absent where only recognizers run. */
  modelDirectory?: string;
}

/** What a thread is told: a task, or to end after the one at hand. */
export type ThreadOrder = DetectionTask | 'end';

/** What a thread says. Never the words of a task's error: they may quote the text. */
export type ThreadAnswer =
  | { is: 'ready' }
  | { is: 'unfit'; why: string }
  | { is: 'found'; found: TaskResult }
  | { is: 'failed'; error: string };
