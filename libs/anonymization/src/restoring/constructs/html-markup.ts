import { isAsciiBlank, type Construct, type RecentText } from './construct';

/** Where a reader of HTML may stand. It may stand in several places at once, and in plain text always. */
const TAG = 1;
const BEFORE_VALUE = 2;
const UNQUOTED = 4;
const DOUBLE_QUOTED = 8;
const SINGLE_QUOTED = 16;
/** The same in an attribute that is shown and never sent */
const DOUBLE_QUOTED_TEXT = 32;
const SINGLE_QUOTED_TEXT = 64;
/** A value that went on over the end of a line: Markdown may end its block there, and escape the quote that closes it */
const LEFT_OPEN = 128;
const VALUES = BEFORE_VALUE | UNQUOTED | DOUBLE_QUOTED | SINGLE_QUOTED | LEFT_OPEN;

const SHOWN =
  /[\s"'](?:alt|title|label|placeholder|summary|abbr|aria-label|aria-description)\s{0,16}=\s{0,16}$/i;
/** Elements whose text is sent with a form, or read as CSS */
const CONTENT = /<(textarea|option|style)[\s/>]$/i;
const CONTENT_END = /<\/(textarea|option|select|style)[\s/>]$/i;
const ENDED_BY: Readonly<Record<string, readonly string[]>> = {
  textarea: ['textarea'],
  style: ['style'],
  option: ['option', 'select'],
};

/**
 * Attribute values of tags, and the text of elements that is sent or loads something. Whether a `<` begins a tag
 * depends on who reads (in a comment, a code span, another value it does not), so every one is taken to, beside what
 * may be open already.
 */
export class HtmlMarkup implements Construct {
  constructor(
    private places = 0,
    private content: string | undefined = undefined,
  ) {}

  get isOpen(): boolean {
    return (this.places & VALUES) !== 0 || this.content !== undefined;
  }

  get isIdle(): boolean {
    return this.places === 0 && this.content === undefined;
  }

  next(character: string, text: RecentText): undefined {
    const mayEndName = character === '>' || character === '/' || isAsciiBlank(character);
    if (mayEndName && (this.places & TAG || this.content !== undefined)) this.followContent(text.recent);
    if (this.places !== 0) this.places = this.goOn(character, text);
    if (text.previous === '<' && /[a-z?]/i.test(character)) this.places |= TAG;
  }

  copy(): HtmlMarkup {
    return new HtmlMarkup(this.places, this.content);
  }

  private goOn(character: string, text: RecentText): number {
    const { places } = this;
    const closesTag = character === '>' && !text.isLineStart;
    let next = places & LEFT_OPEN;
    if (places & TAG && !closesTag) next |= TAG;
    if (places & TAG && character === '=') next |= BEFORE_VALUE;
    if (places & BEFORE_VALUE) next |= afterEquals(character, text, closesTag);
    if (places & UNQUOTED && !closesTag && !isAsciiBlank(character)) next |= UNQUOTED;
    if (places & LEFT_OPEN && (character === '"' || character === "'")) next |= TAG;
    for (const [place, quote] of QUOTED) {
      if (!(places & place)) continue;
      next |= character === quote ? TAG : character === '\n' ? LEFT_OPEN : place;
    }
    return next;
  }

  private followContent(recent: string): void {
    const [, ended] = CONTENT_END.exec(recent) ?? [];
    const [, begun] = CONTENT.exec(recent) ?? [];
    if (this.content === undefined) this.content = begun?.toLowerCase();
    else if (ended !== undefined && ENDED_BY[this.content]?.includes(ended.toLowerCase()))
      this.content = undefined;
  }
}

const QUOTED: readonly (readonly [place: number, quote: string])[] = [
  [DOUBLE_QUOTED, '"'],
  [SINGLE_QUOTED, "'"],
  [DOUBLE_QUOTED_TEXT, '"'],
  [SINGLE_QUOTED_TEXT, "'"],
];

function afterEquals(character: string, text: RecentText, closesTag: boolean): number {
  if (closesTag) return 0;
  if (isAsciiBlank(character) || character === '>') return BEFORE_VALUE;
  // In a string of JSON or code the quote is escaped.
  if (character === '\\') return BEFORE_VALUE | UNQUOTED;
  if (character !== '"' && character !== "'") return UNQUOTED;
  const isShown = SHOWN.test(text.recent.slice(0, -1));
  if (character === '"') return isShown ? DOUBLE_QUOTED_TEXT : DOUBLE_QUOTED;
  return isShown ? SINGLE_QUOTED_TEXT : SINGLE_QUOTED;
}
