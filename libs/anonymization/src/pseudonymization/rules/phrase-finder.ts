import type { TimeSlice } from '@app/common';
import { fold } from '../../lexicon/fold';
import type { Span } from '../../text/spans/span';
import { ValueLimit } from '../../text/spans/value-limit';
import { splitsWord, type Word, wordsOf } from '../../text/words';
import { LiteralFinder } from './literal-finder';
import { type Phrase, type TermSearch, termSpan } from './term';

interface TermEnd {
  term: Phrase;
  /** As they are written, in NFC */
  words: readonly string[];
  canonical: string;
}

/** A folded word of terms, and those that may follow it. */
interface Node {
  next: Map<string, Node>;
  ends: TermEnd[];
}

/** A word of a text, its possible base forms, and its NFC. */
interface ReadWord extends Word {
  folded: string;
  stems?: readonly string[];
  composed?: string;
}

/** Endings of nouns and names in the supported languages. The last word of a term may have one of them. */
const ENDINGS = new Set([
  's',
  'es',
  'e',
  'n',
  'en',
  'er',
  'ern',
  'em',
  'a',
  'y',
  'i',
  'u',
  'ow',
  'om',
  'ami',
  'ach',
  'x',
  'ns',
]);
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;
/**
 * The length of the longest word of a text that may belong to a term. The phrase of a term has at most 200 characters.
 */
const LONGEST_WORD = 2_000;
/** The number of words of a text after which the search yields. A word takes some microseconds. */
const STRIDE = 32;
/** The length of the text between two words of a term: a line break, a hyphen or a comma in place of a blank. */
const LONGEST_GAP = 3;

/** Finds phrases as whole words, with one look-up for each word of a text, whatever the number of phrases. */
export class PhraseFinder implements TermSearch {
  private readonly root: Node = { next: new Map(), ends: [] };
  /** The first letters of the first words of terms: only words that share them can be inflected forms */
  private readonly beginnings = new Set<string>();
  /** Phrases that do not begin and end with a word, such as `§§` or `C++`, which are searched for literally */
  private readonly literals = new LiteralFinder();

  private constructor() {}

  /** Builds a finder. Yields, because a policy has up to 10,000 terms, and each takes about 15 µs. */
  static async of(terms: Iterable<Phrase>, slice: TimeSlice): Promise<PhraseFinder> {
    const finder = new PhraseFinder();
    await finder.learn(terms, slice);
    return finder;
  }

  private async learn(terms: Iterable<Phrase>, slice: TimeSlice): Promise<void> {
    for (const term of terms) {
      const words = [...wordsOf(term.phrase)].map(({ text }) => text);
      if (words.length === 0 || /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}]$/u.test(term.phrase))
        this.literals.add(term);
      else this.remember(term, words);
      if (slice.isOver) await slice.next();
    }
  }

  private remember(term: Phrase, words: readonly string[]): void {
    let node = this.root;
    const folded = words.map(fold);
    this.beginnings.add((folded[0] ?? '').slice(0, SHORTEST_STEM));
    for (const word of folded) {
      let next = node.next.get(word);
      if (!next) node.next.set(word, (next = { next: new Map(), ends: [] }));
      node = next;
    }
    node.ends.push({ term, words: words.map((word) => word.normalize('NFC')), canonical: folded.join(' ') });
  }

  async find(text: string, slice: TimeSlice): Promise<Span[]> {
    const spans = await this.literals.find(text, slice);
    if (this.root.next.size === 0) return spans;
    const words: ReadWord[] = [];
    for (const word of wordsOf(text)) {
      words.push({ ...word, folded: word.text.length > LONGEST_WORD ? '' : fold(word.text) });
      if (words.length % STRIDE === 0 && slice.isOver) await slice.next();
    }
    const limit = new ValueLimit();
    for (let at = 0; at < words.length; at += 1) {
      const begins = this.begins(words[at]!);
      const found = begins ? this.at(text, words, at) : undefined;
      if (found) {
        limit.add(1);
        spans.push(found);
      }
      // Thousands of terms may differ only in case.
      if ((begins || at % STRIDE === 0) && slice.isOver) await slice.next();
    }
    return spans;
  }

  /** Returns whether a term begins with a word, inflected or not. */
  private begins(word: ReadWord): boolean {
    const { next } = this.root;
    if (next.has(word.folded)) return true;
    if (!this.beginnings.has(word.folded.slice(0, SHORTEST_STEM))) return false;
    word.stems ??= stemsOf(word.folded);
    return word.stems.some((stem) => next.has(stem));
  }

  /** Returns the longest term that begins with the word at `at`. */
  private at(text: string, words: readonly ReadWord[], at: number): Span | undefined {
    let found: Span | undefined;
    let node: Node | undefined = this.root;
    for (let i = at; node && i < words.length; i += 1) {
      const word: ReadWord = words[i]!;
      if (i > at && !isJoint(text, words[i - 1]!, word)) break;
      const end = endAt(node, words, at, i);
      if (end && !splitsWord(text, words[at]!.start) && !splitsWord(text, word.end))
        found = termSpan(words[at]!.start, word.end, end.canonical, end.term.label);
      node = node.next.get(word.folded);
    }
    return found;
  }
}

/** Returns the term that ends with the word at `last`, inflected or not. */
function endAt(node: Node, words: readonly ReadWord[], at: number, last: number): TermEnd | undefined {
  const word = words[last]!;
  const own = node.next.get(word.folded)?.ends.find((end) => fits(end, words, at));
  if (own || node.next.size === 0) return own;
  word.stems ??= stemsOf(word.folded);
  for (const stem of word.stems) {
    const inflected = node.next.get(stem)?.ends.find((end) => fits(end, words, at));
    if (inflected) return inflected;
  }
  return undefined;
}

/** Returns whether the case matches if the term is case-sensitive. */
function fits({ term, words: own }: TermEnd, words: readonly ReadWord[], at: number): boolean {
  if (!term.exactCase) return true;
  const last = own.length - 1;
  return own.every((word, i) => {
    const written = words[at + i]!;
    written.composed ??= written.text.normalize('NFC');
    return i === last ? written.composed.startsWith(word) : written.composed === word;
  });
}

/** Returns the possible base forms of a word. */
function stemsOf(folded: string): string[] {
  const stems: string[] = [];
  for (let length = 1; length <= LONGEST_ENDING && folded.length - length >= SHORTEST_STEM; length += 1)
    if (ENDINGS.has(folded.slice(-length))) stems.push(folded.slice(0, -length));
  return stems;
}

/** Returns whether two words can be adjacent in a term: the text between them is short, and not an empty line. */
const isJoint = (text: string, { end }: Word, { start }: Word): boolean =>
  start - end <= LONGEST_GAP && !/\n\s*\n/.test(text.slice(end, start));
