import iconv from 'iconv-lite';
import { UnreadableFile } from '../unreadable';

/** Formats that consist of plain characters but are not text for a reader. */
const OTHER_TYPE = /^(%PDF-|%!PS|\{\\rtf)/;
/** Control characters that no text contains. A file with one is not text. */
const BINARY = /[^\P{Cc}\s\u007f-\u009f]/u;

/**
 * Decodes text of unknown encoding: by its byte order mark, or else as UTF-8 if it is valid, or else as Windows-1252.
 *
 * @throws UnreadableFile `other_type` if it is not text
 */
export function decodeText(bytes: Buffer): string {
  const text = decodeMarked(bytes) ?? decodeUnmarked(bytes);
  if (OTHER_TYPE.test(text) || BINARY.test(text)) throw new UnreadableFile('other_type');
  return text;
}

function decodeMarked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be');
  return undefined;
}

function decodeUnmarked(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node's own decoder decodes Windows-1252 as Latin-1.
    return iconv.decode(bytes, 'windows-1252');
  }
}
