import type { EntityTable } from '../entities/entity-table';
import type { Span } from '../spans/span';
import { inSlices } from '../steps';
import { AnswerRestorer } from './answer-restorer';
import { madeUpIn } from './made-up-replacements';
import { ReplacementIndex } from './replacement-index';
import type { RestoreOptions } from './restore-stream';
import { SentReplacements } from './sent-replacements';

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
