import type { Construct, RecentText } from './construct';

const SCHEME_FIRST = /\[\[ ?([a-z][a-z0-9+.-]{1,31}:)$/i;

/** A link in double brackets (`[[https://... text]]`), from the first address in it. A page's name is none. */
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
    // What begins so is a list within a list, of JSON or code.
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
