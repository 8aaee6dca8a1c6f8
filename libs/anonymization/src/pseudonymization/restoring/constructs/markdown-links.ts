import { type Construct, isAsciiBlank, type RecentText } from './construct';

type Part = 'nothing' | 'before the target' | 'target' | 'target in angles';

/** The target of a Markdown reference definition (`[label]: target "title"`), also on the line after its label. */
export class ReferenceDefinition implements Construct {
  constructor(private part: Part = 'nothing') {}

  get isOpen(): boolean {
    return this.part !== 'nothing';
  }

  get isIdle(): boolean {
    return this.part === 'nothing';
  }

  /** Whether the following text is a target only if at most a title follows it on its line. */
  get isPlain(): boolean {
    return this.part === 'before the target' || this.part === 'target';
  }

  next(character: string, { previous, isLineStart, endsParagraph }: RecentText): number | undefined {
    if (this.isOpen) this.part = endsParagraph ? 'nothing' : this.after(character, previous, isLineStart);
    if (character !== ':' || previous !== ']' || this.isOpen) return undefined;
    this.part = 'before the target';
    return 0;
  }

  copy(): ReferenceDefinition {
    return new ReferenceDefinition(this.part);
  }

  private after(character: string, previous: string, isLineStart: boolean): Part {
    if (this.part === 'target in angles')
      return (character === '>' && previous !== '\\') || character === '\n' ? 'nothing' : this.part;
    if (this.part === 'target') return isAsciiBlank(character) ? 'nothing' : this.part;
    if (isAsciiBlank(character) || (character === '>' && isLineStart)) return this.part;
    return character === '<' ? 'target in angles' : 'target';
  }
}

const SCHEME_FIRST = /\[\[ ?([a-z][a-z0-9+.-]{1,31}:)$/i;

/** A link in double brackets (`[[https://... text]]`), from its first address on. A page name is not an address. */
export class WikiLink implements Construct {
  constructor(
    private isInside = false,
    public isOpen = false,
  ) {}

  get isIdle(): boolean {
    return !this.isInside && !this.isOpen;
  }

  next(character: string, text: RecentText): number | undefined {
    if (text.endsParagraph || (character === ']' && text.previous === ']'))
      this.isInside = this.isOpen = false;
    if (character === '[' && text.previous === '[') this.isInside = true;
    // This is a list inside a list of JSON or code.
    if (!this.isOpen && `"'{`.includes(character) && text.recent.endsWith(`[[${character}`))
      this.isInside = false;
    if (!this.isInside || this.isOpen || !'/\\:'.includes(character)) return undefined;
    const length = text.addressLength ?? SCHEME_FIRST.exec(text.recent)?.[1]?.length;
    this.isOpen = length !== undefined;
    return length;
  }

  copy(): WikiLink {
    return new WikiLink(this.isInside, this.isOpen);
  }
}
