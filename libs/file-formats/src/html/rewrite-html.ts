import {
  defaultTreeAdapter,
  Parser,
  TokenizerMode,
  type DefaultTreeAdapterMap,
  type Token,
  type TreeAdapter,
} from 'parse5';
import { unescapeText, type Escaping, type UnescapedText } from '../editing/escaped-text';
import {
  CSS,
  escapeHtml,
  escapeHtmlAttribute,
  HTML_ATTRIBUTE,
  HTML_TEXT,
  HTML_WITHIN,
  JAVASCRIPT,
  JAVASCRIPT_WITHIN,
  PERCENT,
  WITHOUT_TAGS,
} from '../editing/escapings';
import type { EditOptions, FormatCode } from '../editing/file-format';
import { applyChanges, changesOfPieces, type TextEditor } from '../editing/text-editor';
import { decodeWithMark, MARK } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';
import { readPageAgain } from './read-page-again';
import { ATTRIBUTES, ELEMENTS, TEXT_ATTRIBUTES } from './vocabulary';

/** Elements that do not end a paragraph (WHATWG HTML, phrasing content with text). */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong style sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Marks of changes: the words before and after one are two texts. */
const TRACKED: ReadonlySet<string> = new Set(['ins', 'del']);
const WORD = /[\p{L}\p{N}]/u;
const PICTURE = /^\s*data:/i;
const PICTURES_WITHIN = /data:(?:image|application|video|audio)\/[^\s"'()<>]*/gi;
/** Document types of HTML and XHTML, with their usual addresses. */
const DOCTYPE =
  /^<!doctype\s+html(?:\s+(?:public|system))?(?:\s*"(?:-\/\/(?:W3C|IETF)\/\/DTD X?HTML(?: [\d.]+)?(?: (?:Strict|Transitional|Frameset|Final|Basic))?\/\/EN|https?:\/\/www\.w3\.org\/(?:TR|MarkUp)\/[x]?html[\d.]*\/(?:DTD\/)?(?:x?html[\d.]*-?)?(?:strict|transitional|loose|frameset)?(?:\.dtd)?|about:legacy-compat)")*\s*>$/i;
/** The depth to which comments and attributes may contain pages. Deeper ones are one text. */
const DEEPEST = 5;
/** Where a page declares its encoding, in bytes. */
const HEAD_BYTES = 16_384;

/** Rewrites a page: only changed texts, names and attributes are written differently. It is written in UTF-8. */
export const htmlCode: FormatCode = {
  rewrite(file, editor, options) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const { text, hasMark, isUtf8 } = decodeWithMark(file, declaredEncoding(file));
    const page = new PageRewriter(text, editor, options, { part: 'text', depth: 0 });
    const written = page.rewrite();
    const needsMark = hasMark || (!isUtf8 && !page.declaresEncoding);
    return Promise.resolve(Buffer.from(needsMark ? MARK + written : written));
  },

  async *readAgain(file) {
    yield* readPageAgain(file.toString('utf8'));
  },
};

/** Rewrites a page that is already decoded. It must be written in UTF-8. @throws UnreadableFile */
export const rewritePage = (source: string, editor: TextEditor, options: EditOptions): string =>
  new PageRewriter(source, editor, options, { part: 'text', depth: 0 }).rewrite();

/** A piece of a paragraph: the text between two tags. */
interface Run {
  /** Where it stands in the output */
  at: number;
  raw: string;
  unescaped: UnescapedText;
}

/**
 * Rewrites the tokens of a page, to which each character of its source belongs. The tree of a parser is not used: while it is
 * built, parts of the source are moved, joined and ignored.
 */
class PageRewriter {
  /** Whether the page declares its encoding. What it declares is written as UTF-8 */
  declaresEncoding = false;
  private readonly out: string[] = [];
  private readonly names = new Map<string, string>();
  private paragraph: Run[] = [];
  /** Whether the paragraph goes on after a line break */
  private isLine = false;
  private characters: { start: number; end: number; chars: string } | undefined;
  /** How characters are read in an element without markup, such as a script */
  private rawText: { part: string; escapings: readonly Escaping[] } | undefined;
  /** The end of the last token */
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
    private readonly context: { part: string; depth: number },
  ) {}

  rewrite(): string {
    new Tokens(this).read(this.source);
    return this.out.join('');
  }

  /** Returns false for a token that was read before: the parser may pass it on to itself. */
  begin({ startOffset, endOffset }: Token.Location, isText: boolean): boolean {
    if (startOffset < this.at) return false;
    if (!isText || this.characters?.end !== startOffset) this.endCharacters();
    // Tags without a name and an unfinished tag are no tokens.
    this.ignored(this.source.slice(this.at, startOffset));
    this.at = endOffset;
    return true;
  }

  text(chars: string, { startOffset: start, endOffset: end }: Token.Location): void {
    if (this.characters) this.characters = { ...this.characters, end, chars: this.characters.chars + chars };
    else this.characters = { start, end, chars };
  }

  startTag({ tagName, attrs, selfClosing, location }: Token.TagToken): void {
    const { startOffset: start, endOffset: end, attrs: locations } = location! as Token.ElementLocation;
    if (TRACKED.has(tagName) && !this.options.isRestoring) throw new UnreadableFile('tracked_changes');
    this.rawText = undefined;
    this.endLine(tagName);
    let written = `<${this.name(this.source.slice(start + 1, start + 1 + tagName.length), ELEMENTS)}`;
    let at = start + 1 + tagName.length;
    for (const attribute of attrs) {
      const { startOffset, endOffset } = locations![attribute.name]!;
      // An attribute that is given twice counts once.
      const between = this.source.slice(at, startOffset);
      written += /^[\s/]*$/.test(between) ? between : ' ';
      written += this.attribute(attribute, this.source.slice(startOffset, endOffset), { tagName, attrs });
      at = endOffset;
    }
    const tagEnd = this.source.slice(at, end);
    this.out.push(written + (/^[\s/]*>$/.test(tagEnd) ? tagEnd : selfClosing ? ' />' : '>'));
  }

  /** Notes how the tokenizer reads what follows a start tag. */
  follow(tagName: string, mode: number): void {
    if (mode === TokenizerMode.SCRIPT_DATA)
      this.rawText = { part: 'code', escapings: [JAVASCRIPT, HTML_WITHIN, PERCENT] };
    else if (mode === TokenizerMode.RAWTEXT || mode === TokenizerMode.PLAINTEXT)
      this.rawText =
        tagName === 'style'
          ? { part: 'code', escapings: [CSS] }
          : { part: this.context.part, escapings: [WITHOUT_TAGS, HTML_WITHIN, PERCENT] };
  }

  endTag({ tagName, location }: Token.TagToken): void {
    const { startOffset: start, endOffset: end } = location!;
    this.rawText = undefined;
    this.endLine(tagName);
    const name = this.name(this.source.slice(start + 2, start + 2 + tagName.length), ELEMENTS);
    const tagEnd = this.source.slice(start + 2 + tagName.length, end);
    this.out.push(`</${name}${/^\s*>$/.test(tagEnd) ? tagEnd : '>'}`);
  }

  comment({ data, location }: Token.CommentToken): void {
    const raw = this.source.slice(location!.startOffset, location!.endOffset);
    const isComment = raw.startsWith('<!--');
    const open = isComment ? '<!--' : /^<[!/]?/.exec(raw)![0];
    const close = (isComment ? /--!?>$/ : />$/).exec(raw)?.[0] ?? '';
    const within = raw.slice(open.length, Math.max(raw.length - close.length, open.length));
    const isAsRead = withLineFeeds(within) === data;
    const body = isAsRead ? within : data;
    const edited = isComment
      ? this.editedComment(body)
      : this.edited(declaringUtf8(body), 'comments', DECLARATION);
    const end = isAsRead ? close : isComment ? '-->' : '>';
    this.out.push(open + (edited === body ? body : asComment(edited, isComment)) + end);
  }

  doctype({ location }: Token.DoctypeToken): void {
    const raw = this.source.slice(location!.startOffset, location!.endOffset);
    this.out.push(DOCTYPE.test(raw) ? raw : this.edited(raw, 'code', DECLARATION));
  }

  end(): void {
    this.endCharacters();
    this.endParagraph();
    this.ignored(this.source.slice(this.at));
  }

  private ignored(raw: string): void {
    if (raw !== '') this.out.push(this.edited(raw, 'code', [HTML_ATTRIBUTE, PERCENT]));
  }

  private endCharacters(): void {
    if (!this.characters) return;
    const { start, end, chars } = this.characters;
    this.characters = undefined;
    const source = this.source.slice(start, end);
    if (this.rawText) {
      const { part, escapings } = this.rawText;
      this.out.push(this.edited(this.withoutPictures(source), part, escapings));
      return;
    }
    const asRead = unescapeText(source, HTML_TEXT);
    // Sections of characters (CDATA) are written as usual text.
    const isAsRead = withLineFeeds(asRead.text) === chars;
    const raw = isAsRead ? source : escapeHtml(chars);
    this.paragraph.push({
      at: this.out.length,
      raw,
      unescaped: isAsRead ? asRead : unescapeText(raw, HTML_TEXT),
    });
    this.out.push(raw);
  }

  private endLine(tagName: string): void {
    if (tagName === 'br') {
      this.isLine = this.endParagraph() || this.isLine;
    } else if (!INLINE.has(tagName)) {
      this.endParagraph();
      this.isLine = false;
    }
  }

  /** Returns whether it had text. */
  private endParagraph(): boolean {
    const runs = this.paragraph;
    this.paragraph = [];
    const text = runs.map(({ unescaped }) => unescaped.text).join('');
    if (!WORD.test(text)) return false;
    const { part } = this.context;
    const changes = this.editor.edit({ part, text, ...(this.isLine && { joins: 'line' }) });
    const lengths = runs.map(({ unescaped }) => unescaped.text.length);
    for (const [i, own] of changesOfPieces(lengths, changes).entries()) {
      const { at, raw, unescaped } = runs[i]!;
      this.out[at] = applyChanges(raw, unescaped.changesOfRaw(own));
    }
    return true;
  }

  private editedComment(body: string): string {
    const { depth } = this.context;
    if (!body.includes('<') || depth >= DEEPEST) return this.edited(body, 'comments', [HTML_WITHIN, PERCENT]);
    const page = new PageRewriter(body, this.editor, this.options, { part: 'comments', depth: depth + 1 });
    return page.rewrite();
  }

  private attribute(
    { name, value }: Token.Attribute,
    source: string,
    tag: Pick<Token.TagToken, 'tagName' | 'attrs'>,
  ): string {
    const written = this.name(source.slice(0, name.length), ATTRIBUTES);
    const [, equals = '', quote = ''] = /^(\s*=\s*)(["']?)/.exec(source.slice(name.length)) ?? [];
    if (!equals) return written;
    const within = source.slice(name.length + equals.length + quote.length, source.length - quote.length);
    const isAsRead = withLineFeeds(unescapeText(within, HTML_ATTRIBUTE).text) === value;
    const raw = isAsRead ? within : escapeHtmlAttribute(value);
    const edited = this.editedValue(raw, value, name, tag);
    if (edited === raw && isAsRead) return written + equals + quote + raw + quote;
    return quote === '' || !isAsRead
      ? `${written}="${edited.replaceAll('"', '&quot;')}"`
      : written + equals + quote + edited + quote;
  }

  /** Returns the value of an attribute, with its character references. */
  private editedValue(
    raw: string,
    value: string,
    name: string,
    { tagName, attrs }: Pick<Token.TagToken, 'tagName' | 'attrs'>,
  ): string {
    if (PICTURE.test(value)) return this.withoutPictures(value, PICTURE);
    if (tagName === 'meta' && name === 'charset') {
      this.declaresEncoding = true;
      return /^\s*utf-?8\s*$/i.test(value) ? raw : 'utf-8';
    }
    const { depth } = this.context;
    if (name === 'srcdoc' && depth < DEEPEST) {
      const page = new PageRewriter(value, this.editor, this.options, { part: 'text', depth: depth + 1 });
      const written = page.rewrite();
      return written === value ? raw : escapeHtmlAttribute(written);
    }
    let declared = raw;
    if (tagName === 'meta' && name === 'content' && attrs.some(isContentType)) {
      declared = raw.replace(/(charset\s*=\s*)(?!utf-?8\b)[\w.:-]+/i, '$1utf-8');
      this.declaresEncoding ||= /charset/i.test(raw);
    }
    const code = name === 'style' ? CSS : name.startsWith('on') ? JAVASCRIPT : JAVASCRIPT_WITHIN;
    const escapings = [HTML_ATTRIBUTE, code, HTML_WITHIN, PERCENT];
    const isAddress = !TEXT_ATTRIBUTES.has(name);
    return this.edited(this.withoutPictures(declared), 'attributes', escapings, isAddress);
  }

  /** @throws UnreadableFile unless pictures may be left out */
  private withoutPictures(raw: string, pictures = PICTURES_WITHIN): string {
    if (this.options.isRestoring || raw.search(pictures) === -1) return raw;
    if (!this.options.drop.has('pictures')) throw new UnreadableFile('pictures');
    this.editor.drop('pictures');
    return pictures === PICTURE ? '' : raw.replaceAll(pictures, '');
  }

  /** Returns the name of an element or attribute. Those that HTML does not define are texts. */
  private name(raw: string, known: ReadonlySet<string>): string {
    if (known.has(raw.toLowerCase())) return raw;
    let written = this.names.get(raw);
    if (written === undefined) {
      const edited = this.edited(raw, 'names', []);
      const name = edited.replaceAll(/[\s"'<>/=[\]]/g, '');
      written = edited === raw ? raw : /^[a-z]/i.test(name) ? name : `x${name}`;
      this.names.set(raw, written);
    }
    return written;
  }

  private edited(raw: string, part: string, escapings: readonly Escaping[], isAddress = false): string {
    if (!WORD.test(raw)) return raw;
    const { text, changesOfRaw } = unescapeText(raw, ...escapings);
    return applyChanges(raw, changesOfRaw(this.editor.edit({ part, text, ...(isAddress && { isAddress }) })));
  }
}

/** Escapes of declarations and instructions, which end at the next `>`. */
const DECLARATION: readonly Escaping[] = [
  { ...WITHOUT_TAGS, encode: (replacement) => replacement.replaceAll(/[<>]/g, '') },
  HTML_WITHIN,
  PERCENT,
];

/** Builds a tree of elements alone, because only their nesting matters. Texts and places would take most of the memory. */
const WITHOUT_TEXTS: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  insertText: () => undefined,
  insertTextBefore: () => undefined,
  getNodeSourceCodeLocation: () => null,
  setNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
};

/** Reports each token of a page to its rewriter, as the parser reads it: the tree decides where scripts begin. */
class Tokens extends Parser<DefaultTreeAdapterMap> {
  constructor(private readonly page: PageRewriter) {
    super({ sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter: WITHOUT_TEXTS });
  }

  read(source: string): void {
    this.tokenizer.write(source, true);
    this.page.end();
  }

  override onStartTag(token: Token.TagToken): void {
    const isNew = this.page.begin(token.location!, false);
    if (isNew) this.page.startTag(token);
    super.onStartTag(token);
    if (isNew) this.page.follow(token.tagName, this.tokenizer.state);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.page.begin(token.location!, false)) this.page.endTag(token);
    super.onEndTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    if (this.page.begin(token.location!, false)) this.page.comment(token);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    if (this.page.begin(token.location!, false)) this.page.doctype(token);
    super.onDoctype(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    if (this.page.begin(token.location!, true)) this.page.text(token.chars, token.location!);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    if (this.page.begin(token.location!, true)) this.page.text(token.chars, token.location!);
    super.onWhitespaceCharacter(token);
  }
}

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const isContentType = ({ name, value }: Token.Attribute): boolean =>
  name === 'http-equiv' && value.trim().toLowerCase() === 'content-type';

/** Returns a declaration of XML that declares UTF-8. */
const declaringUtf8 = (body: string): string =>
  body.replace(/^(\?xml\s[^>]*?\sencoding\s*=\s*["'])[\w.:-]+/i, '$1utf-8');

/** Returns a text without the end of a comment. */
const asComment = (body: string, isComment: boolean): string =>
  isComment ? body.replaceAll(/--(!?)>/g, '--$1&gt;').replace(/^(-?>)/, ' $1') : body.replaceAll('>', '&gt;');

/** Returns the encoding that a page declares at its beginning. */
function declaredEncoding(file: Buffer): string | undefined {
  const head = file.toString('latin1', 0, HEAD_BYTES).replaceAll(/<!--[\s\S]*?-->/g, '');
  return (
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  );
}
