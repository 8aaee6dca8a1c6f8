/** A placeholder as it is written in a text. */
interface WrittenPlaceholder {
  /** `NAME_1B` */
  id: string;
  end: number;
  /** Whether it has no brackets */
  isBare: boolean;
}

const memo = new Map<string, PlaceholderPatterns>();
const REMEMBERED = 100;

/**
 * Patterns of the placeholders of some labels, as issued or as models write them: `[Name_2]`, `NAME_1`, `[NAME 1]`,
 * `[NAME\_1]`.
 */
export class PlaceholderPatterns {
  private readonly bracketed: readonly RegExp[];
  private readonly bare: RegExp;
  private readonly any: RegExp;
  private readonly word: RegExp;
  private readonly first: RegExp;

  private constructor(labels: readonly string[]) {
    // The longest first, so that `ADDRESS` is not read as a shorter label.
    const label = labels.toSorted((a, b) => b.length - a.length).join('|');
    const number = String.raw`([1-9]\d{0,5})([A-Z]{0,3})`;
    const inner = String.raw`\s?\*{0,2}(${label})\\{0,2}[_\s\u00a0‐‑–-]?${number}\*{0,2}\s?`;
    this.bracketed = [
      new RegExp(String.raw`\\{0,2}[[［【]${inner}\\{0,2}[\]］】]`, 'iuy'),
      new RegExp(String.raw`(?:\{\{${inner}\}\}|\{${inner}\})`, 'iuy'),
      // A renderer may treat text in angle brackets as an address.
      new RegExp(`<(?!EMAIL|URL)(${label})_${number}>`, 'uy'),
    ];
    const capitalized = label.replace(/(?<=[A-Z])[A-Z]+/g, (rest) => rest.toLowerCase());
    this.bare = new RegExp(String.raw`(${label}|${capitalized})\\{0,2}_${number}`, 'uy');
    const opening = String.raw`[[({<［【][\s*\\{]{0,4}|(?<![\p{L}\p{M}\p{N}_])(?=[A-Z]{2,16}\\{0,2}_)`;
    const between = String.raw`[^\p{L}\p{N}]{0,4}`;
    this.any = new RegExp(
      String.raw`(?:${opening})(${label})${between}[1-9]\d{0,5}[A-Z]{0,3}[\])}>］】]?`,
      'giu',
    );
    this.word = new RegExp(`^(?:${label.toLowerCase()})\\d*[a-z]?$`);
    this.first = new RegExp(`[\\d${[...new Set(labels.map((name) => name.charAt(0)))].join('')}]`, 'i');
  }

  static of(labels: ReadonlySet<string>): PlaceholderPatterns {
    const key = [...labels].toSorted().join(' ');
    const known = memo.get(key);
    if (known) return known;
    if (memo.size >= REMEMBERED) memo.clear();
    const patterns = new PlaceholderPatterns([...labels]);
    memo.set(key, patterns);
    return patterns;
  }

  /** Returns the placeholder that is written at `at`. */
  read(text: string, at: number): WrittenPlaceholder | undefined {
    for (const pattern of [...this.bracketed, this.bare]) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      const [label, number, letters] = match.slice(1).filter((group) => group !== undefined);
      const id = `${label?.toUpperCase()}_${number}${letters?.toUpperCase()}`;
      return { id, end: at + match[0].length, isBare: pattern === this.bare };
    }
    return undefined;
  }

  /** Matches every possible placeholder, issued or not; not "user 2". The first group is the label. */
  get everywhere(): RegExp {
    return this.any;
  }

  /** Returns whether a placeholder may start with this folded word: `name` of `[NAME_1]`, `name1` of `[NAME1]`. */
  startsWord(folded: string): boolean {
    return this.word.test(folded);
  }

  /** Returns whether a placeholder or a number may start with this character. */
  startsWith(character: string): boolean {
    return this.first.test(character);
  }
}
