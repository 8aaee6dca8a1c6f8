import { type Construct, isAsciiBlank, type RecentText } from './construct';
import { isShownAttribute, isUnknownElement, mayBeginAddress } from './html-names';

/** The possible states of an HTML parser. Several may be active at the same time, and plain text always is. */
const TAG = 1;
const BEFORE_VALUE = 2;
const UNQUOTED = 4;
const DOUBLE_QUOTED = 8;
const SINGLE_QUOTED = 16;
/** States of a quoted attribute that is shown and never sent, unless an address begins in it */
const DOUBLE_QUOTED_TEXT = 32;
const SINGLE_QUOTED_TEXT = 64;
/** A value that continued after the end of a line: Markdown may end its block there, and escape the closing quote */
const LEFT_OPEN = 128;
const VALUES = BEFORE_VALUE | UNQUOTED | DOUBLE_QUOTED | SINGLE_QUOTED | LEFT_OPEN;

/** Elements with a text that is sent by a form, or read as CSS */
const CONTENT = /<(textarea|option|style)[\s/>]$/i;
const NAME = /<([^\s/><]{1,60})[\s/>]$/;
const CONTENT_END = /<\/(textarea|option|select|style)[\s/>]$/i;
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  textarea: ['textarea'],
  style: ['style'],
  option: ['option', 'select'],
};

/**
 * Attribute values of tags, and the text of elements that is sent or loads something. Whether a `<` begins a tag depends on
 * the renderer (not in a comment, a code span, another value), so every one is treated as a tag, in addition to the open
 * states.
 */
export class HtmlMarkup implements Construct {
  private places = 0;
  private content: string | undefined;
  /** What is known of the open tags: none is an HTML element, the last name is incomplete, or neither */
  private tags: 'unknown' | 'named' | 'known' = 'unknown';

  get isOpen(): boolean {
    return (this.places & VALUES) !== 0 || this.content !== undefined;
  }

  get isIdle(): boolean {
    return this.places === 0 && this.content === undefined;
  }

  next(character: string, text: RecentText): undefined {
    const mayEndName = character === '>' || character === '/' || isAsciiBlank(character);
    if (mayEndName && (this.places & TAG || this.content !== undefined)) this.followContent(text.recent);
    if (mayEndName && this.tags === 'named')
      this.tags = isUnknownElement(NAME.exec(text.recent)?.[1] ?? '') ? 'unknown' : 'known';
    if (this.places !== 0) this.places = this.goOn(character, text);
    if (text.previous === '<' && /[a-z?]/i.test(character)) {
      // Tags that may be open share one state: a name that may be inside another tag does not identify its element.
      this.tags = this.places === 0 || this.tags === 'unknown' ? 'named' : 'known';
      this.places |= TAG;
    }
  }

  copy(): HtmlMarkup {
    const copy = new HtmlMarkup();
    copy.places = this.places;
    copy.content = this.content;
    copy.tags = this.tags;
    return copy;
  }

  private goOn(character: string, text: RecentText): number {
    const { places } = this;
    const closesTag = character === '>' && !text.isLineStart;
    let next = places & LEFT_OPEN;
    if (places & TAG && !closesTag) next |= TAG;
    if (places & TAG && character === '=') next |= BEFORE_VALUE;
    if (places & BEFORE_VALUE) next |= this.afterEquals(character, text, closesTag);
    if (places & UNQUOTED && !closesTag && !isAsciiBlank(character)) next |= UNQUOTED;
    if (places & LEFT_OPEN && (character === '"' || character === "'")) next |= TAG;
    for (const [place, quote, sent] of QUOTED) {
      if (!(places & place)) continue;
      const stays = mayBeginAddress(character, text) ? sent : place;
      next |= character === quote ? TAG : character === '\n' ? LEFT_OPEN : stays;
    }
    return next;
  }

  private afterEquals(character: string, text: RecentText, closesTag: boolean): number {
    if (closesTag) return 0;
    if (isAsciiBlank(character) || character === '>') return BEFORE_VALUE;
    // In a string of JSON or code, the quote is escaped.
    if (character === '\\') return BEFORE_VALUE | UNQUOTED;
    if (character !== '"' && character !== "'") return UNQUOTED;
    const isShown = isShownAttribute(text.recent.slice(0, -1), this.tags === 'unknown');
    if (character === '"') return isShown ? DOUBLE_QUOTED_TEXT : DOUBLE_QUOTED;
    return isShown ? SINGLE_QUOTED_TEXT : SINGLE_QUOTED;
  }

  private followContent(recent: string): void {
    const [, ended] = CONTENT_END.exec(recent) ?? [];
    const [, begun] = CONTENT.exec(recent) ?? [];
    if (this.content === undefined) this.content = begun?.toLowerCase();
    else if (ended !== undefined && ENDED_BY[this.content]?.includes(ended.toLowerCase()))
      this.content = undefined;
  }
}

const QUOTED: readonly (readonly [place: number, quote: string, sent: number])[] = [
  [DOUBLE_QUOTED, '"', DOUBLE_QUOTED],
  [SINGLE_QUOTED, "'", SINGLE_QUOTED],
  [DOUBLE_QUOTED_TEXT, '"', DOUBLE_QUOTED],
  [SINGLE_QUOTED_TEXT, "'", SINGLE_QUOTED],
];
