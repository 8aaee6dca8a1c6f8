import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import iconv from 'iconv-lite';
import { Tokenize } from 'rtf-stream-parser';
import { ToPlainText } from 'rtf-stream-parser/dist/src/ToPlainText';
import { UnreadableFile } from '../unreadable';

/** Groups without text of the document. */
const SILENT = new Set(['info', 'pict', 'object', 'themedata', 'colorschememapping', 'datastore']);
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['cell', '\t'],
  ['nestcell', '\t'],
  ['row', '\n'],
  ['nestrow', '\n'],
]);

interface Token {
  type: number;
  word?: string;
}
const [GROUP_START, GROUP_END, TEXT] = [0, 1, 3];

/** Removes silent groups, and separates the cells of a table. */
class TextTokens extends Transform {
  private depth = 0;
  private silentFrom = Number.POSITIVE_INFINITY;

  constructor() {
    super({ objectMode: true });
  }

  override _transform(token: Token, _: BufferEncoding, done: TransformCallback): void {
    if (token.type === GROUP_START) this.depth += 1;
    // The start of a silent group was forwarded before its first word identified it, so its end is forwarded too.
    const within = token.type === GROUP_START || token.type === GROUP_END ? 1 : 0;
    const silent = this.depth >= this.silentFrom + within;
    if (token.type === GROUP_END) this.endGroup();
    if (!silent) this.passOn(token);
    done();
  }

  private endGroup(): void {
    this.depth -= 1;
    if (this.depth < this.silentFrom) this.silentFrom = Number.POSITIVE_INFINITY;
  }

  private passOn(token: Token): void {
    const { word = '' } = token;
    if (SILENT.has(word)) {
      this.silentFrom = this.depth;
      return;
    }
    this.push(token);
    const separator = SEPARATORS.get(word);
    if (separator) this.push({ type: TEXT, data: Buffer.from(separator), length: separator.length });
  }
}

/** Yields the text of Rich Text Format 1.9.1: code pages by font, Unicode escapes, headers and footnotes. */
export async function* readRtf(bytes: Buffer): AsyncGenerator<string> {
  if (!bytes.subarray(0, 16).toString('latin1').trimStart().startsWith('{\\rtf'))
    throw new UnreadableFile('other_type');
  const text = new ToPlainText({ decode: iconv.decode, encode: iconv.encode, warn: () => undefined });
  try {
    const pieces = pipeline(
      Readable.from([bytes]),
      new Tokenize(),
      new TextTokens(),
      text,
      () => undefined, // A failure also makes the last stream fail.
    );
    for await (const piece of pieces) yield String(piece).replaceAll('\r\n', '\n');
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}
