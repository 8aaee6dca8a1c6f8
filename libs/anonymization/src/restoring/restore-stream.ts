import type { EntityTable } from '../entities/entity-table';
import { AnswerRestorer } from './answer-restorer';
import { ReplacementIndex } from './replacement-index';
import { SentReplacements } from './sent-replacements';

export interface RestoreOptions {
  /** Restored values are written as the inside of a JSON string */
  json?: boolean;
}

/**
 * Restores an answer while it comes. Whatever the pieces, the joined output equals `restore` of the whole; no part
 * of a replacement is ever shown.
 */
export class RestoreStream {
  private readonly restorer: AnswerRestorer;

  /** @param sent the messages of that very model call; only replacements that stood in them are turned back */
  constructor(table: EntityTable, sent: readonly string[], { json = false }: RestoreOptions = {}) {
    const index = ReplacementIndex.of(table);
    this.restorer = new AnswerRestorer(index, SentReplacements.of(index, sent), undefined, json);
  }

  /** The next piece of the answer; returns the text that is now certain. */
  write(chunk: string): string {
    return this.restorer.write(chunk, false);
  }

  /** The answer is complete; returns the rest. */
  end(): string {
    return this.restorer.write('', true);
  }
}
