import { decodeHTML } from 'entities';
import { SaxesParser } from 'saxes';
import { unescapeText, type Escaping, type UnescapedText } from '../editing/escaped-text';
import { HTML_WITHIN, PERCENT } from '../editing/escapings';
import type { FormatCode, WrittenText } from '../editing/file-format';
import { applyChanges, changesOfPieces, type FileText, type TextEditor } from '../editing/text-editor';
import { decodeXml, encodeXml, encodeXmlAttribute } from '../office/xml-characters';
import { attributesOf, XmlTokens, type XmlVisitor } from '../office/xml-tokens';
import { percentDecoded } from '../html/read-page-again';
import { decodeWithMark, MARK } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

const WORD = /[\p{L}\p{N}]/u;
const DECLARED = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/;
/** Namespaces of standards. Programs know files by them. */
const STANDARD =
  /^(?:https?:\/\/(?:www\.w3\.org|schemas?\.[a-z]+\.(?:org|com)|docs\.oasis-open\.org|purl\.org|schema\.org|xmlns\.com|www\.opengis\.net|www\.sitemaps\.org|[a-z]+\.xml\.org)\/|urn:(?:oasis|ietf|iso|un|cen\.eu|factur-x\.eu|xoev-de|schemas-microsoft-com|hl7-org|ebics):)/;

/** An ampersand without one is refused, and so is an entity of the file's own. */
const REFERENCE = /&(?:(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|lt|gt|amp|quot|apos);)?/gi;
const XML_TEXT: Escaping = { pattern: REFERENCE, decode: decodeXml, encode: encodeXml };
const XML_ATTRIBUTE: Escaping = { pattern: REFERENCE, decode: decodeXml, encode: encodeXmlAttribute };
/** A section of XML without references, which ends at a mark. */
const until = (end: RegExp, written: string): Escaping => ({
  pattern: /(?!)/g,
  decode: () => undefined,
  encode: (replacement) => replacement.replaceAll(end, written),
});
const CDATA = until(/\]\]>/g, ']]]]><![CDATA[>');
const COMMENT = until(/--|-$/g, '- ');
const INSTRUCTION = until(/\?>/g, '? >');
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.[01]\1(?:\s+encoding\s*=\s*(["'])utf-8\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/i;
/** Reading again yields what it found after this many characters. */
const CHUNK = 65_536;
/** Texts often contain markup or addresses. */
const WITHIN = [HTML_WITHIN, PERCENT];

/** Rewrites XML of any vocabulary: only what changes is written differently, in UTF-8. */
export const xmlCode: FormatCode = {
  rewrite(file, editor) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const { text, hasMark } = decodeWithMark(file, DECLARED.exec(file.toString('latin1', 0, 200))?.[1]);
    const written = new XmlFileRewriter(tokensOf(withUtf8(text)), editor).rewrite();
    return Promise.resolve(Buffer.from(hasMark ? MARK + written : written));
  },

  async *readAgain(file) {
    yield* readXmlAgain(file.toString('utf8'));
  },
};

interface OpenToken {
  kind: 'open';
  raw: string;
  name: string;
  isEmpty: boolean;
  isMixed: boolean;
}

type Token = OpenToken | { kind: 'close' | 'text' | 'cdata' | 'aside'; raw: string };

/** @throws UnreadableFile */
function tokensOf(source: string): Token[] {
  const tokens = new Tokens();
  const splitter = new XmlTokens(tokens);
  try {
    splitter.write(source);
    splitter.end();
  } catch (error) {
    const isDamaged = error instanceof UnreadableFile && error.why === 'damaged';
    if (isDamaged && hasDoctype(source)) throw new UnreadableFile('doctype', { cause: error });
    throw error;
  }
  return tokens.all;
}

function hasDoctype(source: string): boolean {
  const at = source.indexOf('<!DOCTYPE');
  const root = source.search(/<[\p{L}_]/u);
  return at !== -1 && (root === -1 || at < root);
}

/** Collects tokens, and notes which elements have both text and elements in them. */
class Tokens implements XmlVisitor {
  readonly all: Token[] = [];
  private readonly path: { token: OpenToken; hasText: boolean; hasElements: boolean }[] = [];

  open(raw: string, name: string, isEmpty: boolean): void {
    const token = { kind: 'open' as const, raw, name, isEmpty, isMixed: false };
    this.all.push(token);
    const around = this.path.at(-1);
    if (around) around.hasElements = true;
    if (!isEmpty) this.path.push({ token, hasText: false, hasElements: false });
  }

  close(raw: string): void {
    const { token, hasText, hasElements } = this.path.pop()!;
    token.isMixed = hasText && hasElements;
    this.all.push({ kind: 'close', raw });
  }

  text(raw: string): void {
    const around = this.path.at(-1);
    if (around) around.hasText ||= /\S/.test(raw);
    this.all.push({ kind: 'text', raw });
  }

  cdata(raw: string): void {
    this.path.at(-1)!.hasText = true;
    this.all.push({ kind: 'cdata', raw });
  }

  aside(raw: string): void {
    this.all.push({ kind: 'aside', raw });
  }
}

/** A piece of a text, between two tags. */
interface Run {
  /** Where it stands in the output */
  at: number;
  raw: string;
  unescaped: UnescapedText;
}

class XmlFileRewriter {
  private readonly out: string[] = [];
  private readonly path: { written: string; isMixed: boolean }[] = [];
  private readonly names = new Map<string, string>();
  private runs: Run[] = [];
  /** The number of elements around that are one text with everything in them */
  private mixed = 0;
  /** Whether the next text directly follows the name of its element */
  private isNamed = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly editor: TextEditor,
  ) {}

  rewrite(): string {
    for (const token of this.tokens) this.read(token);
    return this.out.join('');
  }

  private read(token: Token): void {
    switch (token.kind) {
      case 'open':
        this.open(token);
        break;
      case 'close':
        this.close(token.raw);
        break;
      case 'text':
        this.addRun(token.raw, XML_TEXT);
        break;
      case 'cdata':
        this.out.push('<![CDATA[');
        this.addRun(token.raw.slice(9, -3), CDATA);
        this.out.push(']]>');
        break;
      case 'aside':
        this.out.push(this.aside(token.raw));
    }
  }

  private open({ raw, name, isEmpty, isMixed }: OpenToken): void {
    if (this.mixed === 0) this.endText();
    const written = this.name(name);
    let tag = `<${written}`;
    let at = 1 + name.length;
    const attributes = attributesOf(raw, name);
    if (new Set(attributes.map((each) => each.name)).size < attributes.length)
      throw new UnreadableFile('damaged');
    for (const attribute of attributes) {
      const before = raw.slice(at, attribute.start);
      const start = before.length - before.trimStart().length;
      tag += before.slice(0, start) + this.name(attribute.name) + before.slice(start + attribute.name.length);
      tag += this.attribute(attribute.name, attribute.raw) + raw[attribute.end]!;
      at = attribute.end + 1;
    }
    this.out.push(tag + raw.slice(at));
    this.isNamed = !isEmpty;
    if (isEmpty) return;
    this.path.push({ written, isMixed });
    if (isMixed) this.mixed += 1;
  }

  private close(raw: string): void {
    const { written, isMixed } = this.path.pop()!;
    if (isMixed) this.mixed -= 1;
    if (this.mixed === 0) this.endText();
    this.isNamed = false;
    this.out.push(`</${written}${/(?<!\s)\s*>$/.exec(raw)![0]}`);
  }

  private addRun(raw: string, escaping: Escaping): void {
    this.runs.push({ at: this.out.length, raw, unescaped: unescapeText(raw, escaping, ...WITHIN) });
    this.out.push(raw);
  }

  /** Shows the text since the last tag, or in all of an element with text and elements. */
  private endText(): void {
    const runs = this.runs;
    this.runs = [];
    const text = runs.map(({ unescaped }) => unescaped.text).join('');
    if (!WORD.test(text)) return;
    const changes = this.editor.edit({ part: 'text', text, ...(this.isNamed && { joins: 'field' }) });
    const lengths = runs.map(({ unescaped }) => unescaped.text.length);
    for (const [i, own] of changesOfPieces(lengths, changes).entries()) {
      const { at, raw, unescaped } = runs[i]!;
      this.out[at] = applyChanges(raw, unescaped.changesOfRaw(own));
    }
  }

  private attribute(name: string, raw: string): string {
    const isNamespace = /^xmlns(?::|$)|:(?:noNamespaceS|s)chemaLocation$/.test(name);
    if (isNamespace && decodeXml(raw).trim().split(/\s+/).every(isStandard)) return raw;
    return this.edited('attributes', raw, XML_ATTRIBUTE, { joins: 'field', isAddress: true });
  }

  private aside(raw: string): string {
    if (/^<\?xml\s/.test(raw)) return DECLARATION.test(raw) ? raw : '<?xml version="1.0" encoding="UTF-8"?>';
    if (raw.startsWith('<!--')) return `<!--${this.edited('comments', raw.slice(4, -3), COMMENT)}-->`;
    const [, target = '', body = ''] = /^<\?([^\s?]*)([^]*)\?>$/.exec(raw)!;
    if (target === '') throw new UnreadableFile('damaged');
    return `<?${this.nameOnce(target)}${this.edited('instructions', body, INSTRUCTION)}?>`;
  }

  private edited(
    part: string,
    raw: string,
    escaping: Escaping,
    about?: Pick<FileText, 'joins' | 'isAddress'>,
  ): string {
    const { text, changesOfRaw } = unescapeText(raw, escaping, ...WITHIN);
    if (!WORD.test(text)) return raw;
    return applyChanges(raw, changesOfRaw(this.editor.edit({ part, text, ...about })));
  }

  /** Returns the name of an element or attribute. It is shown before each value, because it says what the value is. */
  private name(raw: string): string {
    const colon = raw.indexOf(':');
    const prefix = raw.slice(0, Math.max(colon, 0));
    const local = raw.slice(colon + 1);
    if (prefix === 'xmlns') return `xmlns:${this.nameOnce(local)}`;
    if (prefix === 'xml' || raw === 'xmlns') return raw;
    const written = this.mixed > 0 ? this.nameOnce(local) : this.editedName(local);
    return prefix === '' ? written : `${this.nameOnce(prefix)}:${written}`;
  }

  /** Returns a name that is shown once. */
  private nameOnce(name: string): string {
    const written = this.names.get(name) ?? this.editedName(name);
    this.names.set(name, written);
    return written;
  }

  private editedName(name: string): string {
    const edited = applyChanges(name, this.editor.edit({ part: 'names', text: name }));
    if (edited === name) return name;
    const allowed = edited.replaceAll(/[^\p{L}\p{N}_.-]/gu, '');
    return /^[\p{L}_]/u.test(allowed) ? allowed : `_${allowed}`;
  }
}

const isStandard = (uri: string): boolean => STANDARD.test(uri);

/** Returns a text that declares UTF-8 if it declares an encoding. */
const withUtf8 = (text: string): string =>
  text.replace(/^(\s*<\?xml\s[^>]*?\sencoding\s*=\s*["'])(?!utf-8["'])[\w.:-]+/i, '$1UTF-8');

/** Yields everything in a file that could contain a value, by another parser than the rewriting code. */
function* readXmlAgain(source: string): Generator<WrittenText> {
  const found: WrittenText[] = [];
  const path: { text: string; hasText: boolean; hasElements: boolean }[] = [];
  const parser = new SaxesParser();
  const add = (text: string): void => {
    const around = path.at(-1);
    if (!around) return;
    around.text += text;
    around.hasText ||= /\S/.test(text);
  };
  parser.on('error', (cause) => {
    throw new UnreadableFile('damaged', { cause });
  });
  parser.on('opentag', ({ name, attributes }) => {
    found.push({ part: 'names', text: name });
    for (const [attribute, value] of Object.entries(attributes))
      found.push({ part: 'names', text: attribute }, { part: 'attributes', text: value });
    const around = path.at(-1);
    if (around) around.hasElements = true;
    path.push({ text: '', hasText: false, hasElements: false });
  });
  parser.on('closetag', () => {
    const { text, hasText, hasElements } = path.pop()!;
    if (hasText || !hasElements) found.push({ part: 'text', text });
    const around = path.at(-1);
    if (around) around.text += text;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('comment', (text) => found.push({ part: 'comments', text }));
  parser.on('processinginstruction', ({ target, body }) =>
    found.push({ part: 'instructions', text: `${target} ${body}` }),
  );
  for (let at = 0; at < source.length; at += CHUNK) {
    parser.write(source.slice(at, at + CHUNK));
    for (const { part, text } of found.splice(0)) {
      yield { part, text };
      const decoded = percentDecoded(decodeHTML(text));
      if (decoded !== text) yield { part, text: decoded };
    }
  }
  parser.close();
}
