import { matchesOf, TimeSlice } from '@app/common';
import { PLACEHOLDER_TYPES } from '../entities/entity';
import type { EntityType } from '../../kinds/entity-type';
import type { EntityTable } from '../entities/entity-table';
import { apartFrom } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import { mergeSpans } from '../../text/spans/unite-spans';
import type { Change } from '../replacing/anonymized-text';
import { AnswerRestorer } from './answer-restorer';
import type { Reading } from './answer-words';
import { readingsIn } from './read-everything';
import { ReplacementIndex } from './replacement-index';
import { RestoringJson, StringCount } from './restore-json';
import type { RestoringText } from './restoring-text';
import { type Contexts, SentReplacements } from './sent-replacements';

/** The number of characters of JSON that are decoded at once. */
const JSON_STEP = 65_536;

/** A restored value in a restored text. */
export interface RestoredValue extends Span {
  /** The replacement, as the text had it */
  replacement: string;
}

/**
 * Returns the ranges of an answer that the model made up (`Restorer.madeUp`).
 *
 * @param given the replacements sent in the call
 */
async function madeUpIn(
  answer: string,
  index: ReplacementIndex,
  given: SentReplacements,
  slice: TimeSlice,
): Promise<Span[]> {
  const readings = await readingsIn(answer, index, slice);
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

/**
 * Restores the caller's values in the texts of a model's answer to one call, only if the reading is unambiguous
 * (contract: Anonymizing and restoring, rule 6). Yields to other work of the event loop.
 */
export class Restorer {
  private count = 0;

  private constructor(
    private readonly index: ReplacementIndex,
    private readonly sent: SentReplacements,
  ) {}

  /** Does the work that needs no answer. @param sent the messages of the same model call */
  static async prepare(table: EntityTable, sent: readonly string[]): Promise<Restorer> {
    const slice = new TimeSlice();
    const index = await ReplacementIndex.of(table, slice);
    return new Restorer(index, await new SentReplacements(index).read(sent, slice));
  }

  /**
   * Restores everything that a table issued, not the messages of one call (contract: Cases).
   *
   * @param contexts those of the texts that were hidden with the table ({@link Restorer.contextsOf})
   */
  static async ofIssued(table: EntityTable, contexts: Contexts): Promise<Restorer> {
    const index = await ReplacementIndex.of(table, new TimeSlice());
    return new Restorer(index, new SentReplacements(index, 'issued').include(contexts));
  }

  /** Returns the contexts of replacements in texts: of hidden texts to store them, of a text to restore to look them up. */
  static async contextsOf(table: EntityTable, texts: readonly string[]): Promise<Contexts> {
    const slice = new TimeSlice();
    const index = await ReplacementIndex.of(table, slice);
    return (await new SentReplacements(index).read(texts, slice)).contexts;
  }

  /** The number of hidden values of each kind in the messages. */
  get hidden(): Partial<Record<EntityType, number>> {
    return this.sent.counts;
  }

  /** The number of values that were restored. */
  get restored(): number {
    return this.count;
  }

  /** Restores one whole text of the answer. */
  restore(answer: string): Promise<string> {
    return this.reader().restore(answer, true, new TimeSlice());
  }

  /**
   * Restores one whole text, and returns where its values are.
   *
   * @param isAddress whether programs read all of it as one address, which blanks do not end
   */
  async restoreWithValues(
    answer: string,
    isAddress = false,
  ): Promise<{ text: string; values: RestoredValue[] }> {
    const values: RestoredValue[] = [];
    if (isAddress && !this.sent.mayRestoreWhole(answer)) return { text: answer, values };
    let longer = 0;
    const reader = new AnswerRestorer(this.index, this.sent, ({ start, end, type }, shown) => {
      const at = start + longer;
      values.push({ start: at, end: at + shown.length, type, replacement: answer.slice(start, end) });
      longer += shown.length - (end - start);
    });
    const text = await reader.restore(answer, true, new TimeSlice());
    this.count += values.length;
    return { text, values };
  }

  /** Restores one text of the answer while it arrives. */
  begin(): RestoringText {
    return this.text(() => (this.count += 1));
  }

  /** @param onChange receives each restored range, and its value, before `write` or `end` returns it */
  private text(onChange: (change: Change) => void): RestoringText {
    const reader = new AnswerRestorer(this.index, this.sent, ({ start, end }, shown) =>
      onChange({ start, end, replacement: shown }),
    );
    return {
      write: (piece) => reader.restore(piece, false, new TimeSlice()),
      end: () => reader.restore('', true, new TimeSlice()),
    };
  }

  /** Restores one whole text, which should be JSON: only inside its strings. @throws AppError `too_large` */
  async restoreJson(text: string): Promise<string> {
    const restoring = this.beginJson();
    const slice = new TimeSlice();
    const restored: string[] = [];
    for (let at = 0; at < text.length; at += JSON_STEP) {
      restored.push(await restoring.write(text.slice(at, at + JSON_STEP)));
      if (slice.isOver) await slice.next();
    }
    return restored.join('') + (await restoring.end());
  }

  /** Restores one text, which should be JSON, while it arrives ({@link RestoringJson}). */
  beginJson(refuse?: () => Error): RestoringText {
    const count = (): void => void (this.count += 1);
    return new RestoringJson((onChange) => this.text(onChange), new StringCount(refuse), count);
  }

  /**
   * Restores the next part of a text that another restorer, with another part of the same table, began.
   *
   * @param reader what read the text before; absent for its first part
   */
  continuing(reader = this.reader()): {
    reader: AnswerRestorer;
    write: (piece: string, last: boolean) => Promise<string>;
  } {
    reader.continueWith(this.index, this.sent, () => (this.count += 1));
    return { reader, write: (piece, last) => reader.restore(piece, last, new TimeSlice()) };
  }

  /**
   * Returns the ranges of an answer that look like a replacement, or like a placeholder that may be issued later, and were not
   * sent in its call: the model made them up, and they must never count as sent
   * (contract: Anonymizing and restoring, rule 6).
   */
  madeUp(answer: string): Promise<Span[]> {
    return madeUpIn(answer, this.index, this.sent, new TimeSlice());
  }

  private reader(): AnswerRestorer {
    return new AnswerRestorer(this.index, this.sent, () => (this.count += 1));
  }
}
