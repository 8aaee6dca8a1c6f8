import type { Language } from '../../language';
import type { Span } from '../../span';

/** One short piece of work for a thread: all recognizers, or the name model, on one passage. */
export interface DetectionTask {
  kind: 'patterns' | 'names';
  text: string;
  language: Language;
}

/** What a thread is started with. */
export interface ThreadSettings {
  dataDirectory: string;
  /** Absent where only recognizers run. */
  modelDirectory?: string;
}

/** What a thread says. Never the words of an error: they may quote the text. */
export type ThreadAnswer =
  | { is: 'ready' }
  | { is: 'unfit'; why: string }
  | { is: 'found'; spans: Span[] }
  | { is: 'failed'; error: string };
