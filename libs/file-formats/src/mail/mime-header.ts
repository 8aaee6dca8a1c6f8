import iconv from 'iconv-lite';

/** A field of a header (RFC 5322, section 2.2). */
export interface Field {
  name: string;
  /** As it stands in the file, with its line end */
  raw: string;
  /** Unfolded, one character for each byte */
  unfolded: string;
  /** Unfolded and decoded (RFC 2047) */
  value: string;
}

const FIELD = /^([!-9;-~]+)[ \t]*:([\s\S]*)$/;
const ENCODED_WORDS = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;
/** Blanks between encoded words belong to no text (RFC 2047, section 6.2). */
const BETWEEN_ENCODED_WORDS = /(\?=)\s+(?==\?)/g;

/** Splits a header into its fields. A line that is no field is one without a name. */
export function fieldsOf(header: string): Field[] {
  const lines = header.match(/[^\n]*\n(?:[ \t]+[^\n]*(?:\n|$))*|[^\n]+$/g) ?? [];
  return lines.map((raw) => {
    const [, name = '', value = raw] = FIELD.exec(raw) ?? [];
    const unfolded = unfold(value);
    return { name: name.toLowerCase(), raw, unfolded, value: decodeWords(unfolded) };
  });
}

const unfold = (value: string): string => value.replaceAll(/\r?\n(?=[ \t])/g, '').trim();

export function decodeWords(value: string): string {
  // The file is read as Latin-1, and fields may hold UTF-8 (RFC 6532).
  const text = fromLatin1(value);
  return text
    .replaceAll(BETWEEN_ENCODED_WORDS, '$1')
    .replaceAll(ENCODED_WORDS, (_, charset: string, encoding: string, encoded: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(encoded, 'base64')
          : Buffer.from(unquoted(encoded.replaceAll('_', ' ')), 'latin1');
      return decodeBytes(bytes, charset);
    });
}

/** Returns text that was read one character for each byte. It is UTF-8, or else Latin-1. */
export function fromLatin1(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}

/** Decodes `=XX` (RFC 2045, section 6.7) to one character per byte. */
export const unquoted = (text: string): string =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes bytes of a character set; one that is not known is read as Windows-1252. A byte order mark stays. */
export const decodeBytes = (bytes: Buffer, charset: string): string =>
  iconv.decode(bytes, iconv.encodingExists(charset) ? charset : 'windows-1252', { stripBOM: false });

/** The longest text of one encoded word, in bytes of UTF-8. */
const WORD_BYTES = 45;

/** Returns a field with another value, in encoded words if it is not ASCII, folded. The result is ASCII. */
export function writtenField(name: string, value: string): string {
  const plain = value.replaceAll(/\s+/g, ' ');
  return `${name}: ${isPlain(plain) ? folded(plain) : encodedWords(plain)}\r\n`;
}

/** Returns whether a text can be in a field as it is. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text) && !text.includes('=?');

/** Breaks lines at blanks. A line may have 998 characters. */
export function folded(text: string): string {
  const [first = '', ...words] = text.split(' ');
  const pieces = [first];
  let width = first.length;
  for (const word of words) {
    const isFull = width >= 60;
    width = isFull ? word.length : width + 1 + word.length;
    pieces.push(isFull ? '\r\n ' : ' ', word);
  }
  return pieces.join('');
}

export function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((each) => `=?utf-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
}

/** A value with parameters, such as `text/plain; charset=utf-8` (RFC 2045, section 5.1; RFC 2231). */
export interface Parameters {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^\s=;*]+)(?:\*(\d+))?(\*)?\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;]*))/g;

export function parametersOf(field: string): Parameters {
  const pieces = new Map<string, { text: string; isEncoded: boolean }>();
  for (const [, name, , star, quoted, token] of field.matchAll(PARAMETER)) {
    const known = pieces.get(name!.toLowerCase());
    const text = quoted?.replaceAll(/\\(.)/g, '$1') ?? token!;
    pieces.set(name!.toLowerCase(), {
      text: (known?.text ?? '') + text,
      isEncoded: known?.isEncoded ?? star !== undefined,
    });
  }
  const parameters = new Map<string, string>();
  for (const [name, { text, isEncoded }] of pieces)
    parameters.set(name, isEncoded ? decodeExtended(text) : text);
  return { value: field.split(';', 1)[0]!.trim().toLowerCase(), parameters };
}

/** `charset'language'percent-encoded` (RFC 2231, section 4). */
function decodeExtended(text: string): string {
  const [, charset = 'utf-8', encoded = text] = /^([^']*)'[^']*'(.*)$/s.exec(text) ?? [];
  return decodeBytes(Buffer.from(unquoted(encoded.replaceAll('%', '=')), 'latin1'), charset || 'utf-8');
}

export const extendedParameter = (name: string, value: string): string =>
  `${name}*=utf-8''${encodeURIComponent(value).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`;

const LINE_BYTES = 57;

/** Returns the last field and the body of a part. */
export const inBase64 = (bytes: Buffer): string => {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES)
    lines.push(bytes.toString('base64', at, Math.min(at + LINE_BYTES, bytes.length)));
  return `Content-Transfer-Encoding: base64\r\n\r\n${lines.join('\r\n')}\r\n`;
};
