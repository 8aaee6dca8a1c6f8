import { matchesOf, type TimeSlice } from '@app/common';
import { fold } from '../../../lexicon/fold';
import { withoutGenitive } from '../../../text/inflection';
import { digitsOf } from '../../../text/phone-digits';
import { wordsOf } from '../../../text/words';

const DIGIT_RUN = /\d[\d\s\u00a0()./‐‑–-]{4,}\d/g;
const PLACEHOLDER_LIKE = /(?<![\p{L}\p{N}])([A-Z]{2,16})[^\p{L}\p{N}]{0,4}([1-9]\d{0,5})/giu;

/** The words, numbers and placeholders of the texts of one request, which new replacements must avoid. */
export class TextsAtHand {
  private words?: ReadonlySet<string>;
  private digitRuns?: readonly string[];
  /** All sequences of digits in the texts, by length */
  private readonly digits = new Map<number, ReadonlySet<string>>();
  private small?: readonly string[];
  /** Whether any text contains a domain, with its @ */
  private readonly domains = new Map<string, boolean>();
  private numbers?: Set<string>;

  /** Lists of surrogates that are exhausted for these texts: a table never releases a surrogate. */
  readonly usedUp = new Set<object>();
  /** For each list of numbers, the index up to which all are taken. */
  readonly taken = new Map<object, number>();

  constructor(private readonly texts: readonly string[]) {}

  /** Returns whether one of the texts contains a folded word, with or without a genitive s. */
  hasWord(folded: string): boolean {
    if (!this.words) throw new Error('collectWords must run before hasWord');
    return this.words.has(folded);
  }

  hasDigits(digits: string): boolean {
    const { length } = digits;
    const known = this.digits.get(length) ?? this.collectDigits(length);
    this.digits.set(length, known);
    return known.has(digits);
  }

  /** Returns whether any text contains `lower`, in any case. */
  hasText(lower: string): boolean {
    const at = lower.indexOf('@');
    return (at <= 0 || this.hasDomain(lower.slice(at))) && this.includes(lower);
  }

  /** Addresses share few domains, so one search of the texts serves many. */
  private hasDomain(domain: string): boolean {
    const known = this.domains.get(domain) ?? this.includes(domain);
    this.domains.set(domain, known);
    return known;
  }

  private includes(lower: string): boolean {
    this.small ??= this.texts.map((text) => text.toLowerCase());
    return this.small.some((text) => text.includes(lower));
  }

  /** Returns ids such as `NAME_1` for everything that could be read as that placeholder. */
  get placeholders(): ReadonlySet<string> {
    this.numbers ??= new Set(
      this.texts.flatMap((text) =>
        [...matchesOf(PLACEHOLDER_LIKE, text)].map(
          ([, label, number]) => `${label?.toUpperCase()}_${number}`,
        ),
      ),
    );
    return this.numbers;
  }

  private collectDigits(length: number): Set<string> {
    this.digitRuns ??= [
      ...new Set(this.texts.flatMap((text) => (text.match(DIGIT_RUN) ?? []).map(digitsOf))),
    ];
    const found = new Set<string>();
    for (const run of this.digitRuns) {
      for (let at = 0; at + length <= run.length; at += 1) found.add(run.slice(at, at + length));
    }
    return found;
  }

  /** Collects the words for `hasWord`. */
  async collectWords(slice: TimeSlice): Promise<void> {
    const words = new Set<string>();
    for (const text of this.texts) {
      for (const word of wordsOf(text)) {
        const folded = fold(word.text);
        const stem = withoutGenitive(folded);
        words.add(folded);
        if (stem !== undefined) words.add(stem);
        if (slice.isOver) await slice.next();
      }
    }
    this.words = words;
  }
}
