import { isAsciiBlank, type Construct, type RecentText } from './construct';
import type { DelimitedKind } from './delimited-kinds';

/** Parses all addresses of one delimited form in a text. All its openings are counted together. */
export class DelimitedAddress implements Construct {
  private depth = 0;
  private isInAngles = false;
  /** Whether it was opened by the previous two characters, which are slashes */
  private isAtHost = false;

  constructor(private readonly kind: DelimitedKind) {}

  get isOpen(): boolean {
    return this.depth > 0;
  }

  get isIdle(): boolean {
    return !this.isOpen;
  }

  next(character: string, text: RecentText): number | undefined {
    if (this.isOpen) {
      this.goOn(character, text);
      if (character === '<' && this.kind.angle?.test(text.recent)) this.isInAngles = true;
    }
    const back = this.isOpen ? undefined : this.lengthOfOpening(character, text);
    if (back === undefined) return undefined;
    this.depth = 1;
    this.isAtHost = back === 2;
    return back;
  }

  copy(): DelimitedAddress {
    const copy = new DelimitedAddress(this.kind);
    copy.depth = this.depth;
    copy.isInAngles = this.isInAngles;
    copy.isAtHost = this.isAtHost;
    return copy;
  }

  private lengthOfOpening(character: string, text: RecentText): number | undefined {
    const { opening } = this.kind;
    if ('before' in opening) {
      const length = text.addressLength;
      const before = length === undefined ? '' : text.recent.slice(0, -length);
      // Two slashes at the beginning of a line begin a comment of code.
      const words = before.trimEnd();
      if (length === 2 && before.includes('\n', words.length)) return undefined;
      return words.endsWith(opening.before) ? length : undefined;
    }
    const { pattern, completing } = opening;
    if (completing === undefined ? text.previous !== ':' : !completing.includes(character)) return undefined;
    const match = pattern.exec(text.recent);
    return match ? (match[1]?.length ?? 0) : undefined;
  }

  private goOn(character: string, { previous, endsParagraph }: RecentText): void {
    const { nesting, within } = this.kind;
    // A host has no blank: this is a comment of code.
    if (this.isAtHost && character === ' ') this.depth = 0;
    this.isAtHost = false;
    if ((character === '>' && previous !== '\\') || character === '\n') this.isInAngles = false;
    if (character === nesting) this.depth += 1;
    else if (this.closes(character, previous)) this.depth -= 1;
    if (
      within === 'paragraph'
        ? endsParagraph
        : within === 'line'
          ? character === '\n'
          : isAsciiBlank(character)
    )
      this.depth = 0;
  }

  private closes(character: string, previous: string): boolean {
    const { closing } = this.kind;
    if (closing === undefined || this.depth === 0 || this.isInAngles || character !== closing.at(-1))
      return false;
    return closing.length > 1 ? previous === closing.charAt(0) : previous !== '\\';
  }
}
