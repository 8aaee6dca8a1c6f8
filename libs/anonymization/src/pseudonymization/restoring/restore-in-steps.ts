import type { AnswerRestorer } from './answer-restorer';
import type { Restorer } from './restore';
import type { RestoringText } from './restoring-text';

/** The number of characters that one step restores. */
const STEP = 65_536;
/** The characters behind a position that can take part in the decision on it: a whole replacement, with what stands around it. */
const AHEAD = 4_608;

/**
 * Restores a text of any length with a table that is too large for memory, while it arrives. Each step reads the part of the
 * table that its text needs. The joined output equals the one of the whole text with the whole table.
 */
export class RestoreInSteps implements RestoringText {
  private arrived = '';
  private reader: AnswerRestorer | undefined;
  private count = 0;

  /**
   * @param restorerFor returns a restorer with the part of the table that a text needs
   * @param step the number of characters of a step
   */
  constructor(
    private readonly restorerFor: (text: string) => Promise<Restorer>,
    private readonly step = STEP,
  ) {}

  /** The number of values that were restored. */
  get restored(): number {
    return this.count;
  }

  async write(piece: string): Promise<string> {
    this.arrived += piece;
    let output = '';
    while (this.arrived.length >= this.step + AHEAD) output += await this.restore(this.step, false);
    return output;
  }

  end(): Promise<string> {
    return this.restore(this.arrived.length, true);
  }

  /** Restores what arrived, up to `length`, with the table for this, for the undecided text before it, and for what follows. */
  private async restore(length: number, last: boolean): Promise<string> {
    const text = this.arrived.slice(0, length);
    const around = `${this.reader?.kept.text ?? ''}${this.arrived.slice(0, length + AHEAD)}`;
    this.arrived = this.arrived.slice(length);
    const restorer = await this.restorerFor(around);
    const { reader, write } = restorer.continuing(this.reader);
    this.reader = reader;
    const output = await write(text, last);
    this.count += restorer.restored;
    return output;
  }
}
