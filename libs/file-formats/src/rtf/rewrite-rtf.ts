import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { words } from 'rtf-stream-parser/dist/src/words';
import { unescapeText } from '../editing/escaped-text';
import { PERCENT } from '../editing/escapings';
import type { EditOptions, FormatCode, WrittenText } from '../editing/file-format';
import { applyChanges, changesOfPieces, type FileText, type TextEditor } from '../editing/text-editor';
import { asIdentifier, ShownTexts } from '../office/shown-texts';
import { readRtf } from '../text/read-rtf';
import { UnreadableFile } from '../unreadable';
import {
  CHARACTERS,
  CODE_PAGES,
  OF_LIBREOFFICE,
  DESTINATIONS,
  TEXT_ENDS,
  USUAL_FONT,
  type Destination,
} from './destinations';

const TOKEN =
  /(?<open>\{)|(?<close>\})|\\(?<word>[a-z]+)(?<parameter>-?\d{1,10})? ?|\\'(?<hex>[0-9a-f]{2})|\\(?<symbol>[^a-z])|(?<text>[^\\{}\r\n]+)|[\r\n]+/giy;
const LONGEST_WORD = 64;
/** Control words of tracked changes: deleted, inserted, and moved texts. */
const TRACKED: ReadonlySet<string> = new Set(['deleted', 'revised', 'mvf', 'mvt']);
/** A control word that no blank ends. */
const OPEN_WORD = /(?<!\\)(?:\\\\)*\\[a-z]+(?:-?\d+)?$/i;
const MOST_DEPTH = 1_000;
const WINDOWS_1252 = 'windows-1252';

/**
 * Rewrites Rich Text Format 1.9.1: only texts that change are written differently. `rtf-stream-parser` reads the format
 * without the places of its tokens, so it is the second reader.
 */
export const rtfCode: FormatCode = {
  rewrite(file, editor, options) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const source = file.toString('latin1');
    if (!source.startsWith('{\\rtf')) throw new UnreadableFile('other_type');
    return Promise.resolve(Buffer.from(new RtfRewriter(source, editor, options).rewrite(), 'latin1'));
  },

  async *readAgain(file): AsyncGenerator<WrittenText> {
    let visible = '';
    for await (const text of readRtf(file)) visible += text;
    yield { part: 'text', text: visible };
    const source = file.toString('latin1');
    yield { part: 'other', text: withoutControls(file.toString('utf8'), WINDOWS_1252) };
    yield {
      part: 'other',
      text: withoutControls(source, codePage(Number(/\\ansicpg(\d+)/.exec(source)?.[1]))),
    };
  },
};

/** Characters between two control words. */
interface Piece {
  /** Where it stands in the output */
  at: number;
  raw: string;
  /** What its bytes and escapes stand for. Bytes are decoded together, because a character may have two */
  content: (Buffer | string)[];
  codePage: string;
  fallback: number;
}

/** The texts of one destination. */
interface Texts {
  destination: Destination;
  pieces: Piece[];
  joins: FileText['joins'];
  /** Whether a cell of the row was shown */
  isRowShown: boolean;
}

interface Group {
  /** Where it begins in the output */
  at: number;
  texts: Texts;
  /** Whether nothing but `\*` was in it */
  isNew: boolean;
  isIgnorable: boolean;
  isInList: boolean;
  codePage: string;
  /** How many characters follow a `\u` for programs that do not know it */
  fallback: number;
}

class RtfRewriter {
  private readonly out: string[] = [];
  private readonly groups: Group[] = [];
  private readonly fonts = new Map<number, string>();
  private readonly texts: ShownTexts;
  private piece: Piece | undefined;
  /** How many characters after a `\u` are still to be ignored */
  private ignored = 0;
  private font = 0;
  private defaultCodePage = WINDOWS_1252;

  constructor(
    private readonly source: string,
    editor: TextEditor,
    private readonly options: EditOptions,
  ) {
    this.texts = new ShownTexts(editor);
  }

  /** @throws UnreadableFile */
  rewrite(): string {
    let at = 0;
    do {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(this.source);
      if (!match) throw new UnreadableFile('damaged');
      at = TOKEN.lastIndex;
      at = this.read(match[0], match.groups as Tokens, at);
    } while (this.groups.length > 0);
    // Programs ignore what follows the last group.
    return joined(this.out);
  }

  /** Returns where the next token begins. */
  private read(
    raw: string,
    { open, close, word, parameter, hex, symbol, text }: Tokens,
    next: number,
  ): number {
    if (open) this.open();
    else if (close) this.close();
    else if (word) return this.word(raw, word, parameter === undefined ? undefined : Number(parameter), next);
    else if (hex) this.characters(raw, Buffer.from(hex, 'hex'));
    else if (symbol) this.symbol(raw, symbol);
    else if (text) this.text(raw);
    else this.add(raw);
    return next;
  }

  private get group(): Group {
    return this.groups.at(-1)!;
  }

  private open(): void {
    this.endPiece();
    const around = this.groups.at(-1);
    const texts = around?.isInList ? this.textsOf(around.texts.destination) : around?.texts;
    this.groups.push({
      at: this.out.length,
      texts: texts ?? this.textsOf({ rule: 'own', part: 'text' }),
      isNew: true,
      isIgnorable: false,
      isInList: false,
      codePage: around?.codePage ?? WINDOWS_1252,
      fallback: around?.fallback ?? 1,
    });
    if (this.groups.length > MOST_DEPTH) throw new UnreadableFile('expands_too_far');
    this.out.push('{');
  }

  private close(): void {
    this.endPiece();
    const { texts } = this.groups.pop()!;
    if (texts !== this.groups.at(-1)?.texts) this.endText(texts, 'paragraph');
    this.out.push('}');
  }

  private word(raw: string, word: string, parameter: number | undefined, next: number): number {
    const { group } = this;
    const isFirst = group.isNew;
    group.isNew = false;
    if (word === 'bin') throw new UnreadableFile('damaged');
    if (TRACKED.has(word) && parameter !== 0 && !this.options.isRestoring)
      throw new UnreadableFile('tracked_changes');
    const character = CHARACTERS.get(word);
    if (word === 'u' && parameter !== undefined) {
      this.characters(raw, String.fromCharCode(parameter & 0xff_ff));
      this.ignored = group.fallback;
      return next;
    }
    if (character !== undefined) {
      this.characters(raw, character);
      return next;
    }
    this.endPiece();
    const destination = isFirst ? this.destination(group, word) : undefined;
    if (destination && !['own', 'list', 'around'].includes(destination.rule)) {
      this.leaveOut(destination);
      return this.endOfGroup(next);
    }
    if (destination && destination.rule !== 'around' && word !== 'rtf') {
      group.texts = this.textsOf(destination);
      group.isInList = destination.rule === 'list';
    }
    this.format(group, word, parameter);
    const end = TEXT_ENDS.get(word);
    if (end) this.endText(group.texts, end);
    if (isKnown(word)) this.out.push(raw);
    else this.texts.editor.drop('other');
    return next;
  }

  /** Returns the destination that a control word begins. One that may be ignored, and that is not known, is left out. */
  private destination(group: Group, word: string): Destination | undefined {
    return DESTINATIONS.get(word) ?? (group.isIgnorable ? { rule: 'drop', part: 'other' } : undefined);
  }

  private symbol(raw: string, symbol: string): void {
    const { group } = this;
    if (symbol === '*') {
      group.isIgnorable = true;
      this.endPiece();
      this.out.push(raw);
      return;
    }
    group.isNew = false;
    const character = CHARACTERS.get(symbol);
    if (character !== undefined) {
      this.characters(raw, character);
      return;
    }
    this.endPiece();
    const end = TEXT_ENDS.get(symbol);
    if (end) this.endText(group.texts, end);
    this.out.push(raw);
  }

  private text(raw: string): void {
    this.group.isNew = false;
    const ignored = raw.slice(0, this.ignored);
    if (ignored) this.characters(ignored, '', ignored.length);
    const text = raw.slice(ignored.length);
    if (text) this.characters(text, Buffer.from(text, 'latin1'));
  }

  /** Adds characters to the text, unless they stand for the `\u` before them. */
  private characters(raw: string, content: Buffer | string, count = 1): void {
    this.group.isNew = false;
    const isIgnored = this.ignored > 0;
    if (isIgnored) this.ignored -= count;
    this.add(raw);
    if (!isIgnored) this.piece?.content.push(content);
  }

  private add(raw: string): void {
    if (this.groups.length === 0) throw new UnreadableFile('damaged');
    if (!this.piece) {
      this.piece = {
        at: this.out.length,
        raw: '',
        content: [],
        codePage: this.group.codePage,
        fallback: this.group.fallback,
      };
      this.group.texts.pieces.push(this.piece);
      this.out.push('');
    }
    this.piece.raw += raw;
    this.out[this.piece.at] = this.piece.raw;
  }

  private endPiece(): void {
    this.piece = undefined;
    this.ignored = 0;
  }

  /** Reads control words that say how characters are encoded. */
  private format(group: Group, word: string, parameter = 0): void {
    const isFontTable = group.texts.destination.edit === 'font';
    if (word === 'uc') group.fallback = Math.max(parameter, 0);
    else if (word === 'ansicpg') this.defaultCodePage = group.codePage = codePage(parameter);
    else if (word === 'mac') this.defaultCodePage = group.codePage = 'macintosh';
    else if (word === 'pc' || word === 'pca')
      this.defaultCodePage = group.codePage = word === 'pc' ? 'cp437' : 'cp850';
    else if (word === 'plain') group.codePage = this.defaultCodePage;
    else if (word === 'f' && isFontTable) this.font = parameter;
    else if (word === 'f') group.codePage = this.fonts.get(parameter) ?? this.defaultCodePage;
    else if (isFontTable && (word === 'fcharset' || word === 'cpg')) {
      const page = word === 'cpg' ? codePage(parameter) : CODE_PAGES.get(parameter);
      if (page) this.fonts.set(this.font, page);
      group.codePage = page ?? this.defaultCodePage;
    }
  }

  private textsOf(destination: Destination): Texts {
    return { destination, pieces: [], joins: undefined, isRowShown: false };
  }

  private endText(texts: Texts, end: 'cell' | 'row' | 'paragraph'): void {
    const isShown = this.show(texts);
    texts.isRowShown = end === 'cell' && (texts.isRowShown || isShown);
    texts.joins = texts.isRowShown ? 'cell' : undefined;
  }

  /** Shows the text that has ended. Returns false if there was none. */
  private show(texts: Texts): boolean {
    const { pieces, joins, destination } = texts;
    texts.pieces = [];
    const decoded = pieces.map(textOf);
    const text = decoded.join('');
    if (!/[\p{L}\p{N}]/u.test(text)) return false;
    const part = destination.part ?? 'text';
    if (destination.edit) {
      const edited = this.edited(destination.edit, part, text);
      if (edited !== text)
        for (const [i, piece] of pieces.entries())
          this.out[piece.at] = i === 0 ? encoded(edited, piece.fallback) : '';
      return true;
    }
    const unescaped = part === 'fields' ? unescapeText(text, PERCENT) : unescapeText(text);
    const shown = this.texts.changes({ part, text: unescaped.text, ...(joins && { joins }) });
    const lengths = decoded.map(({ length }) => length);
    for (const [i, own] of changesOfPieces(lengths, unescaped.changesOfRaw(shown)).entries())
      if (own.length > 0)
        this.out[pieces[i]!.at] = encoded(applyChanges(decoded[i]!, own), pieces[i]!.fallback);
    return true;
  }

  private edited(edit: NonNullable<Destination['edit']>, part: string, text: string): string {
    if (edit === 'initials') return '';
    if (edit === 'font' && USUAL_FONT.test(text.trim())) return text;
    // Entries of tables end with a semicolon.
    const trimmed = text.trimEnd();
    const value = trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed;
    const end = text.slice(value.length);
    if (edit === 'author') return this.texts.author(value) + end;
    const edited = this.texts.edit(part, value);
    return (edit === 'bookmark' && edited !== value ? asIdentifier(edited) : edited) + end;
  }

  /** @throws UnreadableFile unless the request allows to leave it out */
  private leaveOut({ rule, part }: Destination): void {
    if ((rule === 'pictures' || rule === 'embedded') && !this.options.drop.has(rule))
      throw new UnreadableFile(rule);
    this.texts.editor.drop(part!);
    const { at, texts } = this.groups.pop()!;
    this.out.length = at;
    while ((texts.pieces.at(-1)?.at ?? -1) >= at) texts.pieces.pop();
  }

  /** Returns where the group ends that is left out. */
  private endOfGroup(from: number): number {
    let at = from;
    for (let depth = 1; depth > 0;) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(this.source);
      if (!match) throw new UnreadableFile('damaged');
      at = TOKEN.lastIndex;
      const { open, close, word, parameter } = match.groups as Tokens;
      if (open) depth += 1;
      else if (close) depth -= 1;
      else if (word === 'bin') at += Math.max(Number(parameter ?? 0), 0);
    }
    return at;
  }
}

/** Programs ignore control words that they do not know, so a text could be in one. */
const isKnown = (word: string): boolean =>
  Object.hasOwn(words, word) || DESTINATIONS.has(word) || OF_LIBREOFFICE.has(word);

type Tokens = Partial<Record<'open' | 'close' | 'word' | 'parameter' | 'hex' | 'symbol' | 'text', string>>;

/** Decodes bytes of a code page. Some programs write UTF-8 whatever they declare. */
function decoded(bytes: Buffer, page: string): string {
  const isOther = page.startsWith('windows-') && isUtf8(bytes) && !isAscii(bytes);
  return isOther ? bytes.toString('utf8') : iconv.decode(bytes, page);
}

/** Joins tokens, with a blank where a control word would go on in the next one. */
function joined(tokens: readonly string[]): string {
  let isOpen = false;
  const pieces: string[] = [];
  for (const token of tokens) {
    if (token === '') continue;
    if (isOpen && /^(?:[a-z\d ]|-\d)/i.test(token)) pieces.push(' ');
    pieces.push(token);
    isOpen = OPEN_WORD.test(token.slice(-LONGEST_WORD));
  }
  return pieces.join('');
}

function textOf({ content, codePage: page }: Piece): string {
  let text = '';
  let bytes: Buffer[] = [];
  const endBytes = (): void => {
    if (bytes.length > 0) text += decoded(Buffer.concat(bytes), page);
    bytes = [];
  };
  for (const each of content)
    if (typeof each === 'string') {
      endBytes();
      text += each;
    } else bytes.push(each);
  endBytes();
  return text;
}

const codePage = (number: number): string => {
  const page = [`windows-${number}`, `cp${number}`].find((each) => iconv.encodingExists(each));
  return page ?? (number === 10_000 ? 'macintosh' : WINDOWS_1252);
};

/** Returns text as Rich Text Format. @param fallback how many characters follow a `\u` */
function encoded(text: string, fallback: number): string {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    const code = text.charCodeAt(at);
    if (/[\\{}]/.test(character)) written += `\\${character}`;
    else if (character === '\u00a0') written += '\\~';
    else if (character === '\u2011') written += '\\_';
    else if (character === '\t') written += '\\tab ';
    else if (character === '\n') written += '\\line ';
    else if (code >= 0x20 && code < 0x7f) written += character;
    else if (code >= 0x7f)
      written += `\\u${code > 0x7f_ff ? code - 0x1_00_00 : code}${'?'.repeat(fallback) || ' '}`;
  }
  return written;
}

/** Returns all characters of a file without control words, which may end at a line end. Paragraphs and cells stay apart. */
const withoutControls = (source: string, page: string): string =>
  source
    .replaceAll(/\\u(-?\d+) ?(?:\\'[0-9a-f]{2}|\?)?/gi, (_, code: string) =>
      String.fromCharCode(Number(code) & 0xff_ff),
    )
    .replaceAll(/\\'([0-9a-f]{2})/gi, (_, hex: string) => iconv.decode(Buffer.from(hex, 'hex'), page))
    .replaceAll(/\\(?:par|cell|nestcell|row|nestrow|sect|page)\b-?\d* ?/g, ' | ')
    .replaceAll(/\\(?:(?:line|tab)\b|~) ?/g, ' ')
    .replaceAll(/\\[a-z]+-?\d* ?|\\[^a-z]|[{}]/gi, '')
    .replaceAll(/[\r\n]+/g, '');
