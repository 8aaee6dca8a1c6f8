/** Types of text with folded lines: calendar entries and business cards (RFC 5545 and 6350). */
export const FOLDED_LINES = /^text\/(?:calendar|vcard|x-vcard|directory)$/;
/** Files of these types, which programs also attach as files of another type. */
export const FOLDED_FILES = /\.(?:ics|vcf)$/i;

const LONGEST_LINE = 75;

/** Returns the text with its logical lines, so that no line break is within a value. */
export const unfoldedLines = (text: string): string => text.replaceAll(/\r?\n[ \t]/g, '');

/** Folds lines of more than 75 bytes, as the formats demand. */
export const foldedLines = (text: string): string =>
  text.replaceAll(/[^\r\n]+/g, (line) => (Buffer.byteLength(line) <= LONGEST_LINE ? line : folded(line)));

function folded(line: string): string {
  let written = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LONGEST_LINE) {
      written += '\r\n ';
      bytes = 1;
    }
    written += character;
    bytes += length;
  }
  return written;
}
