import { matchesOf } from '@app/common';
import { PLACEHOLDER_TYPES } from '../entities/entity';
import type { EntityType } from '../entity-type';
import type { EntityTable } from '../entities/entity-table';
import { apartFrom } from '../spans/ranges';
import type { Span } from '../spans/span';
import { mergeSpans } from '../spans/unite-spans';
import { inSlices, type Steps } from '../steps';
import { AnswerRestorer } from './answer-restorer';
import type { Reading } from './answer-words';
import { readingsIn } from './read-everything';
import { ReplacementIndex } from './replacement-index';
import { SentReplacements } from './sent-replacements';

interface RestoreOptions {
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

/**
 * Puts the caller's own values back into a model's answer: surely, or not at all (contract: Anonymizing and restoring, rule 6).
 *
 * @param sent the messages of that very model call; only replacements that stood in them are turned back
 */
export function restore(
  answer: string,
  table: EntityTable,
  sent: readonly string[],
  options?: RestoreOptions,
): string {
  const stream = new RestoreStream(table, sent, options);
  return stream.write(answer) + stream.end();
}

/** The places of an answer that the model made up (`Restorer.madeUp`). @param given what stood in that very call */
function* madeUpIn(answer: string, index: ReplacementIndex, given: SentReplacements): Steps<Span[]> {
  const readings = yield* readingsIn(answer, index);
  const placeholders = [...matchesOf(index.patterns.everywhere, answer)].map(
    ({ 0: written, 1: label = '', index: start }): Span => ({
      start,
      end: start + written.length,
      type: PLACEHOLDER_TYPES[label.toUpperCase()] ?? 'Terms',
    }),
  );
  const isGiven = ({ replacement, parts = [] }: Reading): boolean =>
    replacement === undefined ? parts.every((part) => given.hasPart(part)) : given.has(replacement);
  const standing = mergeSpans(readings.filter(isGiven).map(bare));
  const doubtful = mergeSpans([
    ...readings.filter((reading) => !isGiven(reading)).map(bare),
    ...placeholders,
  ]);
  return apartFrom(doubtful, standing);
}

const bare = ({ start, end, type }: Reading): Span => ({ start, end, type });

/** A text that is restored while it comes. What it returns is certain; no part of a replacement is ever shown. */
export interface RestoringText {
  write(piece: string): Promise<string>;
  /** The text is complete; returns the rest. */
  end(): Promise<string>;
}

/**
 * Puts the caller's own values back into whatever a model answers to one call, as `restore` does, but giving way to
 * other work: for messages and answers of any length on the event loop of a server.
 */
export class Restorer {
  private constructor(
    private readonly index: ReplacementIndex,
    private readonly sent: SentReplacements,
  ) {}

  /** What can be done before the answer is there. @param sent the messages of that very model call */
  static async prepare(table: EntityTable, sent: readonly string[]): Promise<Restorer> {
    const index = await inSlices(ReplacementIndex.building(table));
    return new Restorer(index, await inSlices(new SentReplacements(index).read(sent)));
  }

  /** How many values of each kind are hidden in the messages. */
  get hidden(): Partial<Record<EntityType, number>> {
    return this.sent.counts;
  }

  /** One whole text of the answer. */
  restore(answer: string, options?: RestoreOptions): Promise<string> {
    return inSlices(this.reader(options).reading(answer, true));
  }

  /** One text of the answer, as it comes: in all it is what `restore` gives. */
  begin(options?: RestoreOptions): RestoringText {
    const reader = this.reader(options);
    return {
      write: (piece) => inSlices(reader.reading(piece, false)),
      end: () => inSlices(reader.reading('', true)),
    };
  }

  /**
   * The places of an answer that read as a replacement, or as a placeholder that may be issued some day, and were not
   * sent in its call: the model made them up, and they must never count as given (contract: Anonymizing and restoring, rule 6).
   */
  madeUp(answer: string): Promise<Span[]> {
    return inSlices(madeUpIn(answer, this.index, this.sent));
  }

  private reader({ json = false }: RestoreOptions = {}): AnswerRestorer {
    return new AnswerRestorer(this.index, this.sent, undefined, json);
  }
}
