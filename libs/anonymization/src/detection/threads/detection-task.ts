import type { Span } from '../../text/spans/span';
import type { PatternSearch } from '../find-patterns';
import type { ModelInput } from '../entity-model/read-text';

/** A text, and the kinds to search for in it. */
export interface TextTask extends PatternSearch {
  text: string;
}

/** The tasks of a thread, each with its input and its result. */
interface DetectionWork {
  /** Runs the recognizers of these kinds on one section. */
  patterns: { given: TextTask; found: Span[] };
  /** Returns the row of column heads at each of these positions of a long text, or `null`. */
  heads: { given: { text: string; starts: readonly number[] }; found: (string | null)[] };
  /** Searches a short text completely. */
  short: { given: TextTask; found: Span[] };
  /** Runs the entity model on a short text completely. */
  entities: { given: { text: string }; found: Span[] };
  /** Prepares a section for the entity model. */
  read: { given: { text: string }; found: ModelInput };
  /** Returns the entity model's scores of one window. */
  score: { given: { window: Int32Array }; found: Float32Array };
}
export type DetectionKind = keyof DetectionWork;
export type DetectionTask<K extends DetectionKind = DetectionKind> = K extends DetectionKind
  ? { kind: K } & DetectionWork[K]['given']
  : never;
export type TaskResult<K extends DetectionKind = DetectionKind> = DetectionWork[K]['found'];

/** The settings with which a thread starts. */
export interface ThreadSettings {
  /** Absent if only recognizers run. */
  modelDirectory?: string;
}

/** A message to a thread: a task, or the order to end after the current one. */
export type ThreadOrder = DetectionTask | 'end';

/** A message of a thread. It never contains the message of an error, which may quote the text. */
export type ThreadAnswer =
  | { is: 'ready' }
  | { is: 'unfit'; why: string }
  | { is: 'found'; found: TaskResult }
  | { is: 'failed'; error: string };
