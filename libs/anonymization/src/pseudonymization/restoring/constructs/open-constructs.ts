import { randomInt } from 'node:crypto';
import { BareAddress } from './bare-address';
import type { Construct } from './construct';
import { DelimitedAddress } from './delimited-address';
import { DELIMITED_KINDS } from './delimited-kinds';
import { HtmlMarkup } from './html-markup';
import { ReferenceDefinition, WikiLink } from './markdown-links';
import { TexCommand } from './tex-command';
import { TextReader } from './text-reader';

/**
 * The key of the hash. It is random for each process, so that an attacker cannot construct two texts with one
 * fingerprint.
 */
const SEED = randomInt(2 ** 47);

/** Distinguishes texts in bounded memory. */
class Fingerprint {
  private length = 0;
  private one = SEED >>> 0;
  private other = Math.floor(SEED / 2 ** 16) >>> 0;

  add(text: string): void {
    this.length += text.length;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      this.one = Math.imul(this.one ^ unit, 0x85ebca6b) ^ (this.one >>> 13);
      this.other = Math.imul(this.other ^ unit, 0xc2b2ae35) ^ (this.other >>> 16);
    }
  }

  copy(): Fingerprint {
    return Object.assign(new Fingerprint(), this);
  }

  toString(): string {
    return `${this.length}:${this.one >>> 0}:${this.other >>> 0}`;
  }
}

/** No construct begins, ends or changes inside a word. */
const WORD = /[\p{L}\p{N}]+/uy;
/**
 * Every opening contains one of these, and is complete with it or with the first character after it outside of a word.
 */
const OPENERS = '<:/.?#;([_{$`~\\\\';
const OPENER = new RegExp(`[${OPENERS}]`);
/** Text without openings */
const PLAIN = new RegExp(`[^${OPENERS}]+`, 'y');

/**
 * The constructs with addresses that are open at a position of a text, which is read once from left to right: Markdown, HTML,
 * LaTeX and others at the same time, because the renderer is unknown. Its state has bounded size.
 */
export class OpenConstructs {
  /** The number of code units read, as written */
  position = 0;
  private opened: number | undefined;
  private constructs = allConstructs();
  private text = new TextReader();
  /** Whether no construct is active, and no opening has begun */
  private isQuiet = true;
  private since = new Fingerprint();

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** The start of the oldest open address, as written. */
  get openedAt(): number {
    return this.opened ?? this.position;
  }

  /** A fingerprint of everything written since the opening was complete. Equal texts have equal fingerprints. */
  get fingerprint(): string {
    return this.since.toString();
  }

  /** Whether the open construct can only be the target of a reference definition without angle brackets. */
  get isPlainDefinition(): boolean {
    const open = this.constructs.filter(({ isOpen }) => isOpen);
    return open.every((construct) => construct instanceof ReferenceDefinition && construct.isPlain);
  }

  /** Reads the next text as it is written. */
  read(written: string): void {
    for (let at = 0; at < written.length;) {
      const length = this.lengthOfPlain(written, at);
      const piece = written.slice(at, at + (length || 1));
      at += piece.length;
      this.position += piece.length;
      this.take(piece, length > 0);
      if (this.isOpen) this.since.add(piece);
    }
  }

  /** Reads text that is shown in place of written text. */
  readReplaced(written: string, shown: string): void {
    for (let at = 0; at < shown.length;) {
      const length = this.lengthOfPlain(shown, at);
      const piece = shown.slice(at, at + (length || 1));
      at += piece.length;
      this.take(piece, length > 0);
    }
    this.position += written.length;
    if (this.isOpen) this.since.add(written);
  }

  copy(): OpenConstructs {
    const copy = new OpenConstructs();
    copy.position = this.position;
    copy.opened = this.opened;
    copy.constructs = this.constructs.map((construct) => construct.copy());
    copy.text = this.text.copy();
    copy.isQuiet = this.isQuiet;
    copy.since = this.since.copy();
    return copy;
  }

  /** Returns the length of the following text that changes no state. */
  private lengthOfPlain(text: string, at: number): number {
    if (this.isQuiet) return lengthAt(PLAIN, text, at);
    return this.text.isInWord ? lengthAt(WORD, text, at) : 0;
  }

  private take(piece: string, isPlain: boolean): void {
    if (isPlain) this.text.skip(piece);
    else this.step(piece);
  }

  private step(character: string): void {
    const { text } = this;
    text.take(character);
    let back = 0;
    let isOpen = false;
    let isIdle = true;
    for (const construct of this.constructs) {
      const length = construct.next(character, text) ?? 0;
      if (length > back) back = length;
      if (construct.isIdle) continue;
      isIdle = false;
      isOpen ||= construct.isOpen;
    }
    this.isQuiet = isIdle && !OPENER.test(character) && (this.isQuiet || !text.isInWord);
    if (!isOpen) this.opened = undefined;
    else if (this.opened === undefined) {
      this.opened = this.position - back;
      this.since = new Fingerprint();
    }
  }
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

function allConstructs(): Construct[] {
  return [
    new HtmlMarkup(),
    new BareAddress(),
    new ReferenceDefinition(),
    new WikiLink(),
    new TexCommand(),
    ...DELIMITED_KINDS.map((kind) => new DelimitedAddress(kind)),
  ];
}
