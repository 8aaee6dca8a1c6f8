import { fold } from '../lexicon/fold';
import type { Span } from '../spans/span';
import type { Steps } from '../steps';
import { splitsWord, type Word, wordsOf } from '../text/words';

/** A phrase that is always hidden. */
export interface Term {
  /** Whole words; inflected forms of the last one count too */
  phrase: string;
  /** Whether capitals and small letters must be as given */
  exactCase?: boolean;
  /** Of its placeholders; absent: `TERM` */
  label?: string;
}

interface CompiledTerm {
  term: Term;
  /** Folded words after the first */
  rest: readonly string[];
  canonical: string;
}

/** Endings of nouns and names in the languages that are read; a term is found with one of them at its last word. */
const ENDINGS = [
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
] as const;
const SHORTEST_STEM = 4;
/** Between two words of a term: what a line break, a hyphen or a comma may make of a blank. */
const LONGEST_GAP = 3;

/** Finds an organization's terms as whole words, in one look at each word of a text however many terms there are. */
export class TermFinder {
  /** By the folded first word; the longest first */
  private readonly byFirst = new Map<string, CompiledTerm[]>();
  /** Terms that do not begin and end with a word, such as `§§` or `C++`, are looked for as they are */
  private readonly literal: Term[] = [];

  constructor(terms: readonly Term[]) {
    for (const term of terms) {
      const [first, ...rest] = [...wordsOf(term.phrase)].map(({ text }) => fold(text));
      if (first === undefined || /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}]$/u.test(term.phrase))
        this.literal.push(term);
      else this.remember(first, { term, rest, canonical: [first, ...rest].join(' ') });
    }
    for (const alike of this.byFirst.values()) alike.sort((a, b) => b.rest.length - a.rest.length);
  }

  private remember(first: string, compiled: CompiledTerm): void {
    const alike = this.byFirst.get(first);
    if (alike) alike.push(compiled);
    else this.byFirst.set(first, [compiled]);
  }

  /** In order of appearance; they may overlap. */
  *find(text: string): Steps<Span[]> {
    const spans: Span[] = [];
    for (const term of this.literal) {
      spans.push(...literally(text, term));
      yield;
    }
    if (this.byFirst.size === 0) return spans;
    const words = [...wordsOf(text)];
    for (const [at, word] of words.entries()) {
      const found = this.at(text, words, at, fold(word.text));
      if (found) spans.push(found);
      yield;
    }
    return spans;
  }

  private at(text: string, words: readonly Word[], at: number, folded: string): Span | undefined {
    for (const stem of stemsOf(folded)) {
      for (const compiled of this.byFirst.get(stem) ?? []) {
        if (stem !== folded && compiled.rest.length > 0) continue;
        const end = endOf(text, words, at, compiled);
        const start = words[at]!.start;
        if (end === undefined || splitsWord(text, start) || splitsWord(text, end)) continue;
        if (!compiled.term.exactCase || text.slice(start, end).startsWith(compiled.term.phrase))
          return spanOf(compiled, start, end);
      }
    }
    return undefined;
  }
}

/** A word and what it may be an inflected form of, the word itself first. */
function stemsOf(folded: string): string[] {
  const stems = [folded];
  for (const ending of ENDINGS)
    if (folded.endsWith(ending) && folded.length - ending.length >= SHORTEST_STEM)
      stems.push(folded.slice(0, -ending.length));
  return stems;
}

/** Where a term that begins with the word at `at` ends. */
function endOf(text: string, words: readonly Word[], at: number, { rest }: CompiledTerm): number | undefined {
  let last = words[at]!;
  for (const [i, expected] of rest.entries()) {
    const next = words[at + 1 + i];
    if (!next || next.start - last.end > LONGEST_GAP || /\n\s*\n/.test(text.slice(last.end, next.start)))
      return undefined;
    const folded = fold(next.text);
    const isLast = i === rest.length - 1;
    if (folded !== expected && !(isLast && stemsOf(folded).includes(expected))) return undefined;
    last = next;
  }
  return last.end;
}

function* literally(text: string, term: Term): Generator<Span> {
  const lower = text.toLowerCase();
  // A few letters have small forms of another length: then places would be wrong.
  const sameCase = term.exactCase === true || lower.length !== text.length;
  const [place, phrase] = sameCase ? [text, term.phrase] : [lower, term.phrase.toLowerCase()];
  for (let at = place.indexOf(phrase); at >= 0; at = place.indexOf(phrase, at + phrase.length))
    yield spanOf({ term, rest: [], canonical: phrase }, at, at + phrase.length);
}

const spanOf = ({ term, canonical }: CompiledTerm, start: number, end: number): Span => ({
  start,
  end,
  type: 'Terms',
  canonical,
  mode: 'always',
  ...(term.label !== undefined && { label: term.label }),
});
