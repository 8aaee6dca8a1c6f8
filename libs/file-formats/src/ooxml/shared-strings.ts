import type { TextChange } from '../editing/text-editor';
import { decodeXml, encodeXml } from '../office/xml-characters';
import { changeRuns } from '../office/text-runs';
import { unsliced } from '../office/unsliced';
import { XmlTokens, type XmlVisitor } from '../office/xml-tokens';
import { UnreadableFile } from '../unreadable';

/** The limit for all shared strings, in UTF-16 code units. */
const MOST_STRINGS = 64 * 1024 ** 2;
/** A character as spreadsheets write it (ECMA-376, part 1, 22.9.2.19). */
const ESCAPED = /_x([0-9a-f]{4})_/gi;

export const decodeCell = (raw: string): string => {
  const text = decodeXml(raw);
  return text.includes('_x')
    ? text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
};

export const encodeCell = (text: string): string =>
  encodeXml(text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'));

/** A string with formats: markup, and the texts between it. */
type Rich = readonly (string | { text: string })[];

/** The strings that cells share, and how they are used. */
export class SharedStrings {
  private readonly texts: string[] = [];
  private readonly rich = new Map<number, Rich>();
  private readonly unchanged = new Set<number>();
  private length = 0;

  static async read(pieces: AsyncIterable<string>): Promise<SharedStrings> {
    const strings = new SharedStrings();
    const tokens = new XmlTokens(new StringReader((parts) => strings.add(parts)));
    for await (const piece of pieces) tokens.write(piece);
    tokens.end();
    return strings;
  }

  text(index: number): string {
    return this.texts[index] ?? '';
  }

  keep(index: number): void {
    this.unchanged.add(index);
  }

  isKept(index: number): boolean {
    return this.unchanged.has(index);
  }

  /** Returns the content of an inline string with a changed shared string, in its formats. */
  inline(index: number, changes: readonly TextChange[], prefix: string): string {
    const rich = this.rich.get(index);
    // With another prefix, its markup would mean nothing in the sheet.
    const isUsable = rich?.every((part) => typeof part !== 'string' || usesPrefix(part, prefix));
    const parts: Rich = rich && isUsable ? rich : plain(this.text(index), prefix);
    const runs = parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
    const written = changeRuns(runs, changes);
    let run = 0;
    return parts.map((part) => (typeof part === 'string' ? part : encodeCell(written[run++]!))).join('');
  }

  private add(parts: (string | { text: string })[]): void {
    const texts = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.text]));
    const text = texts.join('');
    this.length += text.length;
    if (parts.length > 3 || !/^<(?:[^:>]*:)?t[\s>]/.test(String(parts[0])))
      this.rich.set(
        this.texts.length,
        parts.map((part) => {
          this.length += typeof part === 'string' ? part.length : 0;
          return typeof part === 'string' ? unsliced(part) : part;
        }),
      );
    if (this.length > MOST_STRINGS) throw new UnreadableFile('expands_too_far');
    this.texts.push(unsliced(text));
  }
}

const plain = (text: string, prefix: string): Rich => [
  `<${prefix}t xml:space="preserve">`,
  { text },
  `</${prefix}t>`,
];

const usesPrefix = (markup: string, prefix: string): boolean =>
  [...markup.matchAll(/<\/?([\w.-]+:)?[\w.-]+/g)].every(([, used = '']) => used === prefix);

/** Splits each string into its markup and its texts, without its pronunciation. */
class StringReader implements XmlVisitor {
  private parts: (string | { text: string })[] | undefined;
  private markup = '';
  private inText = false;
  private skipped = 0;

  constructor(private readonly add: (parts: (string | { text: string })[]) => void) {}

  open(raw: string, name: string, isEmpty: boolean): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'si' && !this.parts) {
      this.parts = [];
      this.markup = '';
      if (isEmpty) this.end();
      return;
    }
    if (this.skipped > 0 || local === 'rPh' || local === 'phoneticPr') {
      if (!isEmpty) this.skipped += 1;
      return;
    }
    this.markup +=
      local === 't' && !isEmpty && !raw.includes('xml:space')
        ? raw.replace(/>$/, ' xml:space="preserve">')
        : raw;
    this.inText = local === 't' && !isEmpty;
  }

  close(raw: string): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    this.inText = false;
    if (/^<\/(?:[^:>]*:)?si\s*>$/.test(raw)) this.end();
    else this.markup += raw;
  }

  text(raw: string): void {
    if (this.inText && this.skipped === 0) this.push(decodeCell(raw));
  }

  cdata(raw: string): void {
    if (this.inText && this.skipped === 0) this.push(raw.slice(9, -3));
  }

  aside(): void {
    // It is no text of a cell.
  }

  private push(text: string): void {
    this.parts!.push(this.markup, { text });
    this.markup = '';
  }

  private end(): void {
    this.add([...(this.parts ?? []), this.markup]);
    this.parts = undefined;
  }
}
