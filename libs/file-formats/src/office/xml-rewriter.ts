import { UnreadableFile } from '../unreadable';
import { isMarkup } from './markup-values';
import { prefixOf, STRICT, UNKNOWN } from './namespaces';
import type { ShownTexts } from './shown-texts';
import { changeRuns, type Run } from './text-runs';
import { unsliced } from './unsliced';
import { decodeXml, encodeXml, encodeXmlAttribute } from './xml-characters';
import { attributesOf, XmlTokens, type RawAttribute, type XmlVisitor } from './xml-tokens';

/** What an element means for the texts of a part. Names have the prefixes of `namespaces.ts`. */
export interface ElementRule {
  /** Its characters are one text, over all runs in it. A text within it is a text of its own */
  isText?: true;
  /** The part as which it is shown or reported as left out, if it is not that of the file's part */
  part?: string;
  /** Its characters are characters of the text around it. Other elements within a text are not, unless `isMixed` */
  isRun?: true;
  /** Its characters are a text of their own, which runs of one text share until an element with `endsCode` */
  isCode?: true;
  endsCode?: true;
  /** The character that it represents, if it represents one with these attributes */
  mark?: (attributes: ReadonlyMap<string, string>) => string | undefined;
  /** Spaces that it represents. It is replaced by characters if they change */
  spaces?: (attributes: ReadonlyMap<string, string>) => number;
  isRow?: true;
  isCell?: true;
  /** Its characters are never text */
  isMarkup?: true;
  /** It is left out, with everything in it */
  isRemoved?: true | ((attributes: ReadonlyMap<string, string>) => boolean);
  /** Its characters are one text that is edited as a whole by this function */
  edit?: Edit;
}

/** Returns what to write instead of a value; undefined to leave it out, with its attribute. */
export type Edit = (value: string, element: Element) => string | undefined;

export interface Element {
  /** Its name, with a prefix of `namespaces.ts` */
  name: string;
  /** The values of its attributes, with such prefixes */
  attributes: ReadonlyMap<string, string>;
}

/** How the texts of a kind of part are found. */
export interface Vocabulary {
  elements: Readonly<Record<string, ElementRule>>;
  /**
   * Rules of attributes, by `element@attribute` or `@attribute`. An attribute without a rule is text unless its value looks
   * like markup (`isMarkup`)
   */
  attributes: Readonly<Record<string, 'text' | 'markup' | Edit>>;
  /** Returns the rule of an attribute that `attributes` does not name */
  otherAttribute?: (name: string) => 'text' | 'markup' | Edit | undefined;
  /** Whether all characters within a text belong to it, in whichever elements they are */
  isMixed?: true;
  /** Edits the codes of fields; by default a code is a text */
  editCode?: (code: string) => string;
  decode?: (raw: string) => string;
  encode?: (text: string) => string;
  /** Returns a start tag without an attribute that is never text, so that tags which differ in it alone are read once */
  tagKey?: (raw: string) => string;
  /** Is called after a start tag was written. Its attributes may be those of a tag with the same key */
  opened?: (element: Element, rewriter: XmlRewriter, isEmpty: boolean) => void;
  /** Is called before the end of an element is written */
  closing?: (name: string, rewriter: XmlRewriter) => void;
  /** Names of elements for which `opened` and `closing` are called */
  observed?: ReadonlySet<string>;
}

interface TextRun extends Run {
  /** Where it stands in the output */
  at: number;
  /** Where the start tag of its element stands; undefined if blanks need no attribute there */
  tag?: number;
}

interface OpenText {
  runs: TextRun[];
  code: TextRun[];
  cell: Cell | undefined;
  edit: Edit | undefined;
  element: Tag;
}

interface Cell {
  row: { isShown: boolean };
  isFirst: boolean;
}

interface Frame {
  name: string;
  rule: ElementRule;
  text: OpenText | undefined;
  scope: Scope;
  cell: Cell | undefined;
  row: Cell['row'] | undefined;
  tag: number;
}

/** Namespaces, and what is known of names and tags in them. */
interface Scope {
  uris: ReadonlyMap<string, string>;
  names: Map<string, string>;
  tags: Map<string, Tag>;
}

interface Tag extends Element {
  rule: ElementRule;
  edits: { attribute: RawAttribute; value: string; edit: Edit | 'text' }[];
  scope: Scope;
  isObserved: boolean;
}

const NO_RULE: ElementRule = {};
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
/** The limit in bytes for the output of one text with all its runs. */
const MOST_HELD = 64 * 1024 ** 2;
/** What a piece of the output takes beside its characters. */
const PIECE = 48;
const MOST_TAGS = 2_000;
const BLANK = /^\s|\s$|\s\s|[\t\n]/;

/** Rewrites a part of XML while it arrives. Only texts that change differ in the output; all other bytes are copied. */
export async function* rewriteXml(
  pieces: AsyncIterable<string>,
  part: string,
  vocabulary: Vocabulary,
  texts: ShownTexts,
): AsyncGenerator<string> {
  const rewriter = new XmlRewriter(part, vocabulary, texts);
  const tokens = new XmlTokens(rewriter);
  for await (const piece of pieces) {
    tokens.write(piece);
    const written = rewriter.take();
    if (written) yield written;
  }
  tokens.end();
  yield rewriter.take();
}

export class XmlRewriter implements XmlVisitor {
  private out: string[] = [];
  private held = 0;
  private holds = 0;
  private removed = 0;
  private changed = 0;
  private scope: Scope = {
    uris: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
    names: new Map(),
    tags: new Map(),
  };
  private readonly frames: Frame[] = [];
  private readonly open_: OpenText[] = [];
  private readonly decode: (raw: string) => string;
  private readonly encode: (text: string) => string;

  constructor(
    readonly part: string,
    private readonly vocabulary: Vocabulary,
    private readonly texts: ShownTexts,
  ) {
    this.decode = vocabulary.decode ?? decodeXml;
    this.encode = vocabulary.encode ?? encodeXml;
  }

  /** Returns what was written since the last call, unless some of it can still change. */
  take(): string {
    if (this.holds > 0) return '';
    const written = this.out.join('');
    this.out = [];
    this.held = 0;
    return written;
  }

  /** Keeps the output open for changes, until `release`. Returns where the next piece will stand. */
  hold(): number {
    this.holds += 1;
    return this.out.length;
  }

  release(): void {
    this.holds -= 1;
  }

  /** How many texts have changed */
  get changes(): number {
    return this.changed;
  }

  /** The number of pieces of the output */
  get length(): number {
    return this.out.length;
  }

  piece(at: number): string {
    return this.out[at]!;
  }

  /** Replaces the pieces of the output from `from` to `to`, without moving the others. */
  replace(from: number, to: number, written: string): void {
    this.out[from] = written;
    this.out.fill('', from + 1, to);
  }

  /** Notes that a text of the cell around was shown. */
  noteShown(): void {
    noteShown(this.frames.at(-1)?.cell);
  }

  /** The cell around, with its place in a row */
  get joins(): 'cell' | undefined {
    return joinsOf(this.frames.at(-1)?.cell);
  }

  aside(raw: string): void {
    if (this.removed > 0) return;
    // People write comments; other programs write processing instructions, in which there may be anything.
    const isComment = raw.startsWith('<!--');
    if (/^<\?xml\s/.test(raw)) this.write(raw);
    else if (isComment) this.write(this.editedComment(raw));
    else if (this.texts.isRestoring) this.write(raw);
    else this.texts.editor.drop('processing_instructions');
  }

  open(raw: string, name: string, isEmpty: boolean): void {
    if (this.removed > 0) {
      if (!isEmpty) this.removed += 1;
      return;
    }
    const tag = this.scope.tags.get(this.vocabulary.tagKey?.(raw) ?? raw) ?? this.read(raw, name);
    const { rule } = tag;
    if (this.isRemoved(tag)) {
      if (isEmpty) return;
      this.removed = 1;
      if (rule.part) this.texts.editor.drop(rule.part);
      return;
    }
    const around = this.frames.at(-1);
    const at = this.out.length;
    this.write(tag.edits.length === 0 ? raw : this.edited(raw, tag));
    const text = rule.isText || rule.edit ? this.openText(tag, isEmpty, around) : undefined;
    if (!text) this.mark(tag, at, isEmpty);
    if (tag.isObserved) this.vocabulary.opened!(tag, this, isEmpty);
    if (isEmpty) return;
    const row = rule.isRow ? { isShown: false } : around?.row;
    this.frames.push({
      name: tag.name,
      rule,
      text,
      scope: this.scope,
      row,
      cell: rule.isCell && row ? { row, isFirst: true } : rule.isRow ? undefined : around?.cell,
      tag: at,
    });
    this.scope = tag.scope;
  }

  private isRemoved({ rule: { isRemoved }, attributes }: Tag): boolean {
    if (this.texts.isRestoring) return false;
    return isRemoved === true || (isRemoved?.(attributes) ?? false);
  }

  close(raw: string): void {
    if (this.removed > 0) {
      this.removed -= 1;
      return;
    }
    const { name, rule, text, scope } = this.frames.at(-1)!;
    if (text) this.closeText(text);
    if (rule.endsCode) this.closeCode();
    if (this.vocabulary.observed?.has(name)) this.vocabulary.closing?.(name, this);
    this.frames.pop();
    this.scope = scope;
    this.write(raw);
  }

  text(raw: string): void {
    this.characters(raw, () => this.decode(raw));
  }

  cdata(raw: string): void {
    this.characters(raw, () => raw.slice(9, -3));
  }

  private characters(raw: string, decode: () => string): void {
    if (this.removed > 0) return;
    const frame = this.frames.at(-1);
    const at = this.out.length;
    this.write(raw);
    if (!frame) return;
    const text = this.open_.at(-1);
    const { rule, name } = frame;
    if (text && (rule.isRun || (frame.text === text && (rule.edit || this.vocabulary.isMixed)))) {
      text.runs.push({ text: decode(), at, tag: frame.tag });
      return;
    }
    if (text && rule.isCode) {
      text.code.push({ text: decode(), at, tag: frame.tag });
      return;
    }
    if (text && this.vocabulary.isMixed && !rule.isMarkup) {
      text.runs.push({ text: decode(), at });
      return;
    }
    if (rule.isMarkup || this.vocabulary.observed?.has(name) || !/\S/.test(raw)) return;
    const value = decode();
    if (!isUnknown(name) && !rule.isRun && isMarkup(value)) return;
    const edited = this.texts.edit(this.part, value);
    if (edited !== value) this.out[at] = this.encode(edited);
  }

  private write(raw: string): void {
    this.out.push(raw);
    if (this.holds === 0) return;
    this.held += raw.length + PIECE;
    if (this.held > MOST_HELD) throw new UnreadableFile('expands_too_far');
  }

  private openText(tag: Tag, isEmpty: boolean, around: Frame | undefined): OpenText | undefined {
    if (isEmpty) return undefined;
    const text = { runs: [], code: [], cell: around?.cell, edit: tag.rule.edit, element: tag };
    this.holds += 1;
    this.open_.push(text);
    return text;
  }

  private closeText(text: OpenText): void {
    this.closeCode();
    this.open_.pop();
    this.holds -= 1;
    const whole = text.runs.map(({ text }) => text).join('');
    if (text.edit) {
      const edited = text.edit(whole, text.element) ?? '';
      if (edited !== whole)
        this.settle(
          text.runs,
          text.runs.map((_, index) => (index === 0 ? edited : '')),
        );
      return;
    }
    const joins = joinsOf(text.cell);
    const part = text.element.rule.part ?? this.part;
    const changes = this.texts.changes({ part, text: whole, ...(joins && { joins }) });
    if (/\S/.test(whole)) noteShown(text.cell);
    if (changes.length > 0) this.settle(text.runs, changeRuns(text.runs, changes));
  }

  private closeCode(): void {
    const text = this.open_.at(-1);
    if (!text || text.code.length === 0) return;
    const runs = text.code;
    text.code = [];
    const code = runs.map(({ text }) => text).join('');
    const edited = this.vocabulary.editCode?.(code) ?? this.texts.edit(this.part, code);
    if (edited !== code)
      this.settle(
        runs,
        runs.map((_, index) => (index === 0 ? edited : '')),
      );
  }

  private settle(runs: readonly TextRun[], written: readonly string[]): void {
    this.changed += 1;
    for (const [index, { text, at, tag }] of runs.entries()) {
      const now = written[index]!;
      if (now === text) continue;
      this.out[at] = this.encode(now);
      if (tag !== undefined && BLANK.test(now) && !this.out[tag]!.includes('xml:space'))
        this.out[tag] = this.out[tag]!.replace(/(?<!\s)\s*>$/, ' xml:space="preserve">');
    }
  }

  private mark({ rule, attributes }: Tag, at: number, isEmpty: boolean): void {
    if (rule.endsCode) this.closeCode();
    const text = this.open_.at(-1);
    if (!text || text.edit) return;
    const mark = rule.mark?.(attributes);
    if (mark) text.runs.push({ text: mark, isMark: true, at });
    else if (rule.spaces) text.runs.push({ text: ' '.repeat(rule.spaces(attributes)), isMark: !isEmpty, at });
  }

  private editedComment(raw: string): string {
    const comment = raw.slice(4, -3);
    const edited = this.texts.edit(this.part, comment);
    return edited === comment ? raw : `<!--${edited.replaceAll('--', '- -').replace(/-$/, '')}-->`;
  }

  private edited(raw: string, { edits, ...element }: Tag): string {
    let written = '';
    let at = 0;
    for (const { attribute, value, edit } of edits) {
      const now = edit === 'text' ? this.texts.edit(this.part, value) : edit(value, element);
      if (now === value) continue;
      const start = now === undefined ? raw.lastIndexOf(attribute.name, attribute.start) : attribute.start;
      written += raw.slice(at, start) + (now === undefined ? '' : encodeXmlAttribute(now));
      at = now === undefined ? attribute.end + 1 : attribute.end;
    }
    return written + raw.slice(at);
  }

  /** Reads a start tag. Tags in which nothing can change are remembered, since most tags are repeated. */
  private read(sliced: string, rawName: string): Tag {
    const isKept = sliced.length < 200 && this.scope.tags.size < MOST_TAGS;
    const raw = isKept ? unsliced(sliced) : sliced;
    const hasAttributes = raw.length > rawName.length + 3;
    const list = hasAttributes ? attributesOf(raw, rawName) : [];
    const scope = this.scopeWith(list);
    const name = nameIn(scope, rawName, true);
    const rule = own(this.vocabulary.elements, name) ?? NO_RULE;
    const isObserved = this.vocabulary.observed?.has(name) ?? false;
    const attributes = new Map<string, string>();
    const edits: Tag['edits'] = [];
    for (const attribute of list) {
      if (/^xmlns(?::|$)/.test(attribute.name)) continue;
      const key = nameIn(scope, attribute.name, false);
      const value = decodeXml(attribute.raw).replaceAll(/[\t\n\r]/g, (blank) =>
        attribute.raw.includes('&') ? blank : ' ',
      );
      attributes.set(key, value);
      const edit = this.editOf(name, key, value);
      if (edit !== 'markup') edits.push({ attribute, value, edit });
    }
    const tag = {
      name,
      attributes: list.length > 0 ? attributes : NO_ATTRIBUTES,
      rule,
      edits,
      scope,
      isObserved,
    };
    if (isKept && scope === this.scope && edits.length === 0)
      scope.tags.set(this.vocabulary.tagKey?.(raw) ?? raw, tag);
    return tag;
  }

  private editOf(element: string, attribute: string, value: string): Edit | 'text' | 'markup' {
    const { attributes } = this.vocabulary;
    const rule =
      own(attributes, `${element}@${attribute}`) ??
      own(attributes, `@${attribute}`) ??
      this.vocabulary.otherAttribute?.(attribute);
    if (rule) return rule;
    if (attribute.startsWith('xml:') || attribute.startsWith('xsi:')) return 'markup';
    return !isUnknown(element) && !isUnknown(attribute) && isMarkup(value) ? 'markup' : 'text';
  }

  private scopeWith(attributes: readonly RawAttribute[]): Scope {
    let uris: Map<string, string> | undefined;
    for (const { name, raw } of attributes) {
      if (!/^xmlns(?::|$)/.test(name)) continue;
      const uri = decodeXml(raw);
      if (uri.startsWith(STRICT)) throw new UnreadableFile('strict');
      uris ??= new Map(this.scope.uris);
      uris.set(name.slice(6), uri);
    }
    return uris ? { uris, names: new Map(), tags: new Map() } : this.scope;
  }
}

const isUnknown = (name: string): boolean => name.startsWith(UNKNOWN);

const joinsOf = (cell: Cell | undefined): 'cell' | undefined =>
  cell?.isFirst && cell.row.isShown ? 'cell' : undefined;

function noteShown(cell: Cell | undefined): void {
  if (!cell) return;
  cell.isFirst = false;
  cell.row.isShown = true;
}

const own = <T>(of: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined;

function nameIn(scope: Scope, raw: string, isElement: boolean): string {
  const key = isElement ? raw : `@${raw}`;
  let name = scope.names.get(key);
  if (name !== undefined) return name;
  const colon = raw.indexOf(':');
  const prefix = colon === -1 ? '' : raw.slice(0, colon);
  const local = raw.slice(colon + 1);
  if (prefix === '' && !isElement) name = local;
  else {
    const uri = scope.uris.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (uri === undefined) throw new UnreadableFile('damaged');
    const known = prefixOf(uri);
    name = known === '' ? `${UNKNOWN}:${local}` : `${known}:${local}`;
  }
  scope.names.set(key, name);
  return name;
}
