import { BareAddress } from './bare-address';
import type { Construct } from './construct';
import { DelimitedAddress } from './delimited-address';
import { DELIMITED_KINDS } from './delimited-kinds';
import { Fingerprint } from './fingerprint';
import { HtmlMarkup } from './html-markup';
import type { JsonStrings } from './json-strings';
import { ReferenceDefinition } from './reference-definition';
import { TextReader } from './text-reader';
import { WikiLink } from './wiki-link';

/** No construct begins, ends or changes within a word. */
const WORD = /[\p{L}\p{N}]+/uy;

/**
 * Which constructs that hold addresses are open at a place of a text, read once from left to right: Markdown, HTML,
 * LaTeX and others at the same time, since nobody knows what will show the text. Its state is of bounded size.
 */
export class OpenConstructs {
  /** Code units that were read, as written */
  position = 0;
  private opened: number | undefined;
  private constructs = allConstructs();
  private text = new TextReader();
  private since = new Fingerprint();

  /** @param json where the text is JSON: each string is read on its own, without its escapes */
  constructor(private readonly json?: JsonStrings) {}

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** Where the oldest of the addresses begins that have been open since then, as written. */
  get openedAt(): number {
    return this.opened ?? this.position;
  }

  /** A short form of all that was written since the opening was complete: equal where that is. */
  get fingerprint(): string {
    return this.since.toString();
  }

  /** Whether what is open can be nothing but the target of a reference definition without angle brackets. */
  get isPlainDefinition(): boolean {
    const open = this.constructs.filter(({ isOpen }) => isOpen);
    return open.every((construct) => construct instanceof ReferenceDefinition && construct.isPlain);
  }

  /** Reads on, as written. */
  read(written: string): void {
    for (let at = 0; at < written.length;) {
      const word = this.restOfWord(written, at);
      const piece = word ?? written.charAt(at);
      at += piece.length;
      this.position += piece.length;
      if (word === undefined) this.readOne(piece);
      else this.text.take(word);
      if (this.isOpen) this.since.add(piece);
    }
  }

  /** Reads what is shown in the place of something written. */
  readReplaced(written: string, shown: string): void {
    for (let at = 0; at < shown.length; at += 1) this.readOne(shown.charAt(at));
    this.position += written.length;
    if (this.isOpen) this.since.add(written);
  }

  copy(): OpenConstructs {
    const copy = new OpenConstructs(this.json?.copy());
    copy.position = this.position;
    copy.opened = this.opened;
    copy.constructs = this.constructs.map((construct) => construct.copy());
    copy.text = this.text.copy();
    copy.since = this.since.copy();
    return copy;
  }

  private restOfWord(written: string, at: number): string | undefined {
    if (!this.text.isInWord || (this.json && !this.json.isWithinString)) return undefined;
    WORD.lastIndex = at;
    return WORD.exec(written)?.[0];
  }

  private readOne(character: string): void {
    const decoded = this.json ? this.json.next(character) : { text: character };
    if (decoded === 'boundary') this.reset();
    else if (decoded.text !== '') this.step(decoded.text);
  }

  private reset(): void {
    this.constructs = allConstructs();
    this.text = new TextReader();
    this.opened = undefined;
  }

  private step(character: string): void {
    const { text } = this;
    text.take(character);
    let back = 0;
    let isOpen = false;
    for (const construct of this.constructs) {
      back = Math.max(back, construct.next(character, text) ?? 0);
      isOpen ||= construct.isOpen;
    }
    if (!isOpen) this.opened = undefined;
    else if (this.opened === undefined) {
      this.opened = this.position - back;
      this.since = new Fingerprint();
    }
  }
}

function allConstructs(): Construct[] {
  return [
    new HtmlMarkup(),
    new BareAddress(),
    new ReferenceDefinition(),
    new WikiLink(),
    ...DELIMITED_KINDS.map((kind) => new DelimitedAddress(kind)),
  ];
}
