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
  /** Whether restored values are escaped for a JSON string */
  json?: boolean;
}

/**
 * Restores an answer while it arrives. For any pieces, the joined output equals `restore` of the whole. No part of a
 * replacement is ever shown.
 */
export class RestoreStream {
  private readonly restorer: AnswerRestorer;

  /** @param sent the messages of the same model call; only replacements in them are restored */
  constructor(table: EntityTable, sent: readonly string[], { json = false }: RestoreOptions = {}) {
    const index = ReplacementIndex.of(table);
    this.restorer = new AnswerRestorer(index, SentReplacements.of(index, sent), undefined, json);
  }

  /** Adds the next piece of the answer, and returns the text that is now final. */
  write(chunk: string): string {
    return this.restorer.write(chunk, false);
  }

  /** Ends the answer, and returns the rest. */
  end(): string {
    return this.restorer.write('', true);
  }
}

/**
 * Restores the caller's values in a model's answer, only if the reading is unambiguous
 * (contract: Anonymizing and restoring, rule 6).
 *
 * @param sent the messages of the same model call; only replacements in them are restored
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

/**
 * Returns the ranges of an answer that the model made up (`Restorer.madeUp`).
 *
 * @param given the replacements sent in the call
 */
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

/** Restores a text while it arrives. The returned text is final. No part of a replacement is ever shown. */
export interface RestoringText {
  write(piece: string): Promise<string>;
  /** Ends the text, and returns the rest. */
  end(): Promise<string>;
}

/**
 * Restores the caller's values in all texts of a model's answer to one call, like `restore`, but yields to other work: for
 * messages and answers of any length on the event loop of a server.
 */
export class Restorer {
  private constructor(
    private readonly index: ReplacementIndex,
    private readonly sent: SentReplacements,
  ) {}

  /** Does the work that needs no answer. @param sent the messages of the same model call */
  static async prepare(table: EntityTable, sent: readonly string[]): Promise<Restorer> {
    const index = await inSlices(ReplacementIndex.building(table));
    return new Restorer(index, await inSlices(new SentReplacements(index).read(sent)));
  }

  /** The number of hidden values of each kind in the messages. */
  get hidden(): Partial<Record<EntityType, number>> {
    return this.sent.counts;
  }

  /** Restores one whole text of the answer. */
  restore(answer: string, options?: RestoreOptions): Promise<string> {
    return inSlices(this.reader(options).reading(answer, true));
  }

  /** Restores one text of the answer while it arrives. The joined result equals `restore`. */
  begin(options?: RestoreOptions): RestoringText {
    const reader = this.reader(options);
    return {
      write: (piece) => inSlices(reader.reading(piece, false)),
      end: () => inSlices(reader.reading('', true)),
    };
  }

  /**
   * Returns the ranges of an answer that look like a replacement, or like a placeholder that may be issued later, and were not
   * sent in its call: the model made them up, and they must never count as sent
   * (contract: Anonymizing and restoring, rule 6).
   */
  madeUp(answer: string): Promise<Span[]> {
    return inSlices(madeUpIn(answer, this.index, this.sent));
  }

  private reader({ json = false }: RestoreOptions = {}): AnswerRestorer {
    return new AnswerRestorer(this.index, this.sent, undefined, json);
  }
}
