const LETTERS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Returns the unit that a complete escape means (RFC 8259, section 7): `\n`, `\/`, `\u00fc`. */
function unitOf(escape: string): string {
  const letter = escape.charAt(1);
  return letter === 'u'
    ? String.fromCharCode(parseInt(escape.slice(2), 16))
    : (LETTERS.get(letter) ?? letter);
}

/** Encodes a text as the inside of a JSON string. A lone surrogate becomes an escape. */
export const encodeJsonString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Decodes the strings of a JSON text, character by character. */
export class JsonStrings {
  constructor(
    private inString = false,
    private escape = '',
  ) {}

  get isOutside(): boolean {
    return !this.inString;
  }

  /** Whether the next words and blanks belong to a string. */
  get isWithinString(): boolean {
    return this.inString && this.escape === '';
  }

  /** Returns the text that the next character of the JSON adds; `boundary` if a string begins or ends. */
  next(character: string): { text: string } | 'boundary' {
    if (!this.inString || (this.escape === '' && character === '"')) {
      if (character !== '"') return { text: '' };
      this.inString = !this.inString;
      return 'boundary';
    }
    if (this.escape === '' && character !== '\\') return { text: character };
    this.escape += character;
    const length = this.escape.startsWith('\\u') ? 6 : 2;
    if (this.escape.length < length) return { text: '' };
    const text = unitOf(this.escape);
    this.escape = '';
    return { text };
  }

  copy(): JsonStrings {
    return new JsonStrings(this.inString, this.escape);
  }
}
