import iconv from 'iconv-lite';
import { UnreadableFile } from '../unreadable';

/** Formats that consist of plain characters but are not text for a reader. */
const OTHER_TYPE = /^(%PDF-|%!PS|\{\\rtf)/;
/** Control characters that no text contains. A file with one is not text. */
const BINARY = /[^\P{Cc}\s\u007f-\u009f]/u;
/** The byte order mark of Unicode. */
export const MARK = '\ufeff';
/** Node's own decoder decodes it as Latin-1. */
const WINDOWS_1252 = 'windows-1252';
const ENCODINGS_BY_MARK = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
] as const;

export interface DecodedText {
  /** Without its byte order mark */
  text: string;
  hasMark: boolean;
  isUtf8: boolean;
}

/**
 * Decodes text of unknown encoding.
 *
 * @throws UnreadableFile `other_type` if it is not text
 */
export const decodeText = (bytes: Buffer): string => decodeWithMark(bytes).text;

/**
 * Decodes text by its byte order mark, or else in the encoding that it declares, or else as UTF-8 if it is valid, or else as
 * Windows-1252.
 *
 * @param declared a label of WHATWG Encoding. One that is unknown or wrong is ignored
 * @throws UnreadableFile `other_type` if it is not text
 */
export function decodeWithMark(bytes: Buffer, declared?: string): DecodedText {
  const decoded = decodeMarked(bytes) ?? decodeDeclared(bytes, declared) ?? decodeUnmarked(bytes);
  if (OTHER_TYPE.test(decoded.text) || BINARY.test(decoded.text)) throw new UnreadableFile('other_type');
  return decoded;
}

/** Returns what a file in UTF-8 begins with, so that programs read it as UTF-8 if they cannot know its encoding otherwise. */
export const markOf = ({ hasMark, isUtf8 }: DecodedText): string => (hasMark || !isUtf8 ? MARK : '');

function decodeMarked(bytes: Buffer): DecodedText | undefined {
  const encoding = ENCODINGS_BY_MARK.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1];
  const text = encoding && strictly(bytes, encoding);
  return text === undefined ? undefined : { text, hasMark: true, isUtf8: encoding === 'utf-8' };
}

function decodeDeclared(bytes: Buffer, declared: string | undefined): DecodedText | undefined {
  const encoding = declared === undefined ? undefined : encodingOf(declared);
  // A declaration in ASCII characters cannot be in UTF-16 (WHATWG HTML, prescan).
  if (!encoding || encoding.startsWith('utf-')) return undefined;
  const text = encoding === WINDOWS_1252 ? iconv.decode(bytes, encoding) : strictly(bytes, encoding);
  return text === undefined ? undefined : { text, hasMark: false, isUtf8: false };
}

function decodeUnmarked(bytes: Buffer): DecodedText {
  const text = strictly(bytes, 'utf-8');
  if (text !== undefined) return { text, hasMark: false, isUtf8: true };
  return { text: iconv.decode(bytes, WINDOWS_1252), hasMark: false, isUtf8: false };
}

/** Returns the name of an encoding; undefined if no encoding has this label. */
function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Returns undefined if the bytes are not valid in the encoding. */
function strictly(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
