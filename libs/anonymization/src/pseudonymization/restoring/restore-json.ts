import { AppError } from '@app/common';
import {
  decodeJsonString,
  encodeJsonString,
  endOfUnits,
  lengthOfUnfinishedEscape,
} from '../../text/json-strings';
import type { Change } from '../replacing/anonymized-text';
import { escapeBeyondAscii } from './answer-words';
import type { RestoringText } from './restoring-text';

/** Limit for the strings in one JSON text. Each string is restored on its own. */
export const MAX_STRINGS = 100_000;

const tooManyStrings = (): AppError =>
  new AppError('too_large', `A JSON text may have ${MAX_STRINGS.toLocaleString('en')} strings`);

/** The number of JSON texts around one that is read as JSON */
const MAX_DEPTH = 3;
/** The characters within which a text inside a string begins as JSON, or is plain */
const LONGEST_HEAD = 256;
/** The head of JSON. A placeholder in brackets is none. */
const BEGINS_AS_JSON = /^\s*(?:\{\s*["}]|\[\s*["{[\]])/;
const MAY_BEGIN_AS_JSON = /^\s*(?:[{[]\s*)?$/;

/** Begins to restore a text, and reports what it restores. */
export type BeginText = (onChange: (change: Change) => void) => RestoringText;

/** A text that is being restored, with the changes that are decided and not used yet. */
class Deciding {
  readonly changes: Change[] = [];
  private readonly text: RestoringText;
  private final = 0;
  /** How much longer the restored text is */
  private longer = 0;

  constructor(begin: BeginText) {
    this.text = begin((change) => {
      this.changes.push(change);
      this.longer += change.replacement.length - (change.end - change.start);
    });
  }

  /** Adds the next piece, and returns the offset up to which the text is decided. */
  async write(piece: string): Promise<number> {
    return this.decided(await this.text.write(piece));
  }

  async end(): Promise<number> {
    return this.decided(await this.text.end());
  }

  private decided(shown: string): number {
    this.final += shown.length;
    return this.final - this.longer;
  }
}

/**
 * Restores the inside of one JSON string while it arrives: the text that it means is restored, so the rules on addresses and
 * tokens apply to what a program reads from it. What is not restored stays as it was written.
 */
class RestoringJsonString implements RestoringText {
  private readonly meant: Deciding;
  /** The end of what arrived, if it may be the beginning of an escape */
  private unfinished = '';
  /** The written text that is not returned yet, and where it begins */
  private written = '';
  private start = 0;
  /** The offset in the meant text up to which text was returned */
  private returned = 0;

  /** @param begin begins to restore the meant text */
  constructor(
    begin: BeginText,
    private readonly onChange: (change: Change) => void,
  ) {
    this.meant = new Deciding(begin);
  }

  async write(piece: string): Promise<string> {
    const arrived = this.unfinished + piece;
    const whole = arrived.length - lengthOfUnfinishedEscape(arrived);
    this.unfinished = arrived.slice(whole);
    return this.returnTo(await this.add(arrived.slice(0, whole)));
  }

  async end(): Promise<string> {
    await this.add(this.unfinished);
    return this.returnTo(await this.meant.end());
  }

  private add(written: string): Promise<number> {
    this.written += written;
    return this.meant.write(decodeJsonString(written));
  }

  /** Returns the text as it is written up to an offset of the meant text, with the values in it. */
  private returnTo(decided: number): string {
    const parts: string[] = [];
    let from = 0;
    const takeTo = (meant: number): string => {
      const start = from;
      from = endOfUnits(this.written, start, meant - this.returned);
      this.returned = meant;
      return this.written.slice(start, from);
    };
    for (const { start, end, replacement } of this.meant.changes.splice(0)) {
      parts.push(takeTo(start));
      const at = this.start + from;
      const isAscii = /\\u/i.test(takeTo(end));
      const value = encodeJsonString(replacement);
      const written = isAscii ? escapeBeyondAscii(value) : value;
      parts.push(written);
      this.onChange({ start: at, end: this.start + from, replacement: written });
    }
    parts.push(takeTo(decided));
    this.written = this.written.slice(from);
    this.start += from;
    return parts.join('');
  }
}

/** Restores a text that is read in two ways: only what both restore. */
class RestoringBoth implements RestoringText {
  private readonly first: Deciding;
  private readonly second: Deciding;
  /** The text that is not returned yet, and where it begins */
  private arrived = '';
  private start = 0;

  /** @param first decides how a value is written */
  constructor(
    first: BeginText,
    second: BeginText,
    private readonly onChange: (change: Change) => void,
  ) {
    this.first = new Deciding(first);
    this.second = new Deciding(second);
  }

  async write(piece: string): Promise<string> {
    this.arrived += piece;
    return this.returnTo(await this.first.write(piece), await this.second.write(piece));
  }

  async end(): Promise<string> {
    return this.returnTo(await this.first.end(), await this.second.end());
  }

  private returnTo(first: number, second: number): string {
    const decided = Math.min(first, second);
    const parts: string[] = [];
    const takeTo = (end: number): string => {
      const taken = this.arrived.slice(0, end - this.start);
      this.arrived = this.arrived.slice(taken.length);
      this.start += taken.length;
      return taken;
    };
    const [changes, others] = [this.first.changes, this.second.changes];
    for (let change = changes[0]; change && change.start < decided; change = changes[0]) {
      while (others[0] && others[0].start < change.start) others.shift();
      // The other reading is not decided within the change.
      if (change.end > decided) return parts.join('') + takeTo(change.start);
      changes.shift();
      if (others[0]?.start !== change.start || others[0].end !== change.end) continue;
      parts.push(takeTo(change.start), change.replacement);
      takeTo(change.end);
      this.onChange(change);
    }
    return parts.join('') + takeTo(decided);
  }
}

/** Restores the text that a string of JSON means, which may be JSON itself. */
class RestoringMeantText implements RestoringText {
  private head = '';
  private text: RestoringText | undefined;

  constructor(
    private readonly asText: BeginText,
    private readonly asJson: BeginText,
    private readonly onChange: (change: Change) => void,
  ) {}

  async write(piece: string): Promise<string> {
    if (this.text) return this.text.write(piece);
    this.head += piece;
    const isJson = beginsInString(this.head);
    return isJson === undefined ? '' : this.begin(isJson).write(this.head);
  }

  async end(): Promise<string> {
    if (this.text) return this.text.end();
    const text = this.begin(false);
    return (await text.write(this.head)) + (await text.end());
  }

  private begin(isJson: boolean): RestoringText {
    this.text = isJson
      ? new RestoringBoth(this.asJson, this.asText, this.onChange)
      : this.asText(this.onChange);
    return this.text;
  }
}

/**
 * Restores JSON while it arrives, only inside its strings: a number that resembles a replacement stays a number, and the
 * text between strings stays unchanged. A text that does not begin as JSON is restored like the inside of one string. A string
 * that contains JSON is restored as text and by its own strings: only what both readings restore.
 */
export class RestoringJson implements RestoringText {
  private isJson: boolean | undefined;
  /** What arrived before it was known whether it is JSON */
  private head = '';
  /** The current string or the text between two; absent if that stays unchanged */
  private open: RestoringText | undefined;
  private isInString = false;
  private escaped = false;
  /** The number of characters read */
  private read = 0;

  /**
   * @param begin begins to restore a text
   * @param strings counts the strings of the whole text
   * @param onChange receives each restored range, and its value
   * @param depth the number of JSON texts around this one
   */
  constructor(
    private readonly begin: BeginText,
    private readonly strings: StringCount,
    private readonly onChange: (change: Change) => void,
    private readonly depth = 0,
  ) {}

  async write(piece: string): Promise<string> {
    if (this.isJson !== undefined) return this.take(piece);
    this.head += piece;
    this.isJson = this.depth > 0 || beginsOutermost(this.head);
    return this.isJson === undefined ? '' : this.take(this.head);
  }

  async end(): Promise<string> {
    const head = this.isJson === undefined ? await this.take(this.head) : '';
    return head + (await this.endPart());
  }

  private async take(piece: string): Promise<string> {
    const written: string[] = [];
    let at = 0;
    while (at < piece.length) {
      const start = at;
      at = this.isInString ? this.endOfString(piece, start) : this.endBetween(piece, start);
      const part = piece.slice(start, at);
      const isUnchanged = !this.isInString && this.isJson === true && this.depth === 0;
      if (!isUnchanged) this.open ??= this.beginPart();
      written.push(this.open ? await this.open.write(part) : part);
      this.read += part.length;
      if (at === piece.length) break;
      // The quote
      written.push(await this.endPart(), piece.charAt(at));
      this.isInString = !this.isInString;
      if (this.isInString) this.strings.add();
      at += 1;
      this.read += 1;
    }
    return written.join('');
  }

  /** Returns where the current string ends in a piece, or the piece. */
  private endOfString(piece: string, from: number): number {
    let at = from;
    for (; at < piece.length && (this.escaped || piece[at] !== '"'); at += 1)
      this.escaped = !this.escaped && piece[at] === '\\';
    return at;
  }

  private endBetween(piece: string, from: number): number {
    const quote = this.isJson === true ? piece.indexOf('"', from) : -1;
    return quote < 0 ? piece.length : quote;
  }

  private async endPart(): Promise<string> {
    const rest = (await this.open?.end()) ?? '';
    this.open = undefined;
    return rest;
  }

  private beginPart(): RestoringText {
    const from = this.read;
    const onChange = ({ start, end, replacement }: Change): void =>
      this.onChange({ start: from + start, end: from + end, replacement });
    const isEscaped = this.isInString || this.depth === 0;
    if (!isEscaped) return this.begin(onChange);
    if (this.depth === MAX_DEPTH) return new RestoringJsonString(this.begin, onChange);
    const asJson: BeginText = (onMeant) =>
      new RestoringJson(this.begin, this.strings, onMeant, this.depth + 1);
    return new RestoringJsonString(
      (onMeant) => new RestoringMeantText(this.begin, asJson, onMeant),
      onChange,
    );
  }
}

/** Counts the strings of one text. */
export class StringCount {
  private count = 0;

  /** @param refuse returns the error for a text with too many strings */
  constructor(private readonly refuse: () => Error = tooManyStrings) {}

  add(): void {
    this.count += 1;
    if (this.count > MAX_STRINGS) throw this.refuse();
  }
}

/** Returns whether a text is JSON; undefined if more of it is needed. */
function beginsOutermost(head: string): boolean | undefined {
  const first = /\S/.exec(head)?.[0];
  return first === undefined ? undefined : '{["'.includes(first);
}

/** Like `beginsOutermost`, for a text that is probably plain: a placeholder in brackets is no JSON. */
function beginsInString(head: string): boolean | undefined {
  if (BEGINS_AS_JSON.test(head)) return true;
  return MAY_BEGIN_AS_JSON.test(head) && head.length < LONGEST_HEAD ? undefined : false;
}
