const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

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
    const [, kind, digits = ''] = /^\\(.)(.*)$/s.exec(this.escape) ?? [];
    if (kind === undefined || (kind === 'u' && digits.length < 4)) return { text: '' };
    this.escape = '';
    return { text: kind === 'u' ? String.fromCharCode(parseInt(digits, 16)) : (SHORT[kind] ?? kind) };
  }

  copy(): JsonStrings {
    return new JsonStrings(this.inString, this.escape);
  }
}
