/** A form that delimits an address with its own characters. */
export interface DelimitedKind {
  /**
   * Its opening at the end of the recent text (a group contains the part that belongs to the address), with the characters
   * that may complete it (if absent, any after a colon); or the character that opens it directly before an address
   */
  opening: { pattern: RegExp; completing?: string } | { before: string };
  /** The closing characters, unless a backslash precedes. If absent, only the end of line or paragraph */
  closing?: string;
  /** The character that must be closed as often as it is opened inside */
  nesting?: string;
  /** The beginning of a part without closings, up to `>` or the end of the line */
  angle?: RegExp;
  /** The unit that always ends it */
  within: 'paragraph' | 'line' | 'word';
}

const DIRECTIVES = 'image|figure|include|raw|literalinclude|video|audio|youtube|iframe|thumbnail';
const DIRECTIVE = new RegExp(
  String.raw`\n[ \t>*+-]*(?:\.\.[ \t]+(?:(?:\|[^|\n]{1,40}\|[ \t]+)?(?:${DIRECTIVES})::|_)|__ )$`,
);
const FORUM_TAG = /\[(?:img|url|video|audio|media|iframe|email|youtube)[\]=\s]$/i;
const MACRO = /(?<![\p{L}\p{N}])(?:image|video|audio|icon|include|link|xref):{1,2}([^\s:[])$/u;

/** Every such form of Markdown, CSS, forums, AsciiDoc and reStructuredText, and quotes in any of them. */
export const DELIMITED_KINDS: readonly DelimitedKind[] = [
  // [text](target "title"), ![](<target>), url(target)
  {
    opening: { pattern: /(?:\]|\b(?:url|src|image-set))\($/i, completing: '(' },
    closing: ')',
    nesting: '(',
    angle: /\([\s>]*<$/,
    within: 'paragraph',
  },
  // "https://...", 'https://...', <https://...>, {https://...}
  { opening: { before: '"' }, closing: '"', within: 'paragraph' },
  { opening: { before: "'" }, closing: "'", within: 'paragraph' },
  { opening: { before: '<' }, closing: '>', within: 'paragraph' },
  { opening: { before: '{' }, closing: '}', nesting: '{', within: 'paragraph' },
  // <scheme:...>, for any scheme
  { opening: { pattern: /<([a-z][a-z0-9+.-]{1,31}:)$/i, completing: ':' }, closing: '>', within: 'word' },
  // [img]target[/img], [url=target]text[/url]
  { opening: { pattern: FORUM_TAG, completing: ']= \n\t' }, closing: '[/', within: 'paragraph' },
  // image::target[text], link:target[text]
  { opening: { pattern: MACRO }, closing: '[', within: 'line' },
  // .. image:: target, .. _name: target, __ target
  { opening: { pattern: DIRECTIVE, completing: ':_ ' }, within: 'paragraph' },
];
