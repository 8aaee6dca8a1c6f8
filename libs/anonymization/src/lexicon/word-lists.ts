import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packageRoot } from '@app/common';
import { fold, spelledOut } from './fold';
import { wordsOfAll } from './languages';

/**
 * A large set of words in little memory: sorted 32-bit hashes. In a set of 100,000, a word is wrongly found with a
 * probability of 1 in 40,000, which is acceptable for a list of names.
 */
export class WordSet {
  private readonly hashes: Uint32Array;

  /** @param lines one word in each line; the empty word is in no set */
  constructor(lines: string) {
    const hashes: number[] = [];
    for (let start = 0; start < lines.length;) {
      const end = endOfLine(lines, start);
      if (end > start) hashes.push(hashOf(lines, start, end));
      start = end + 1;
    }
    this.hashes = Uint32Array.from(hashes).sort();
  }

  has(word: string): boolean {
    const hash = hashOf(word);
    let [from, to] = [0, this.hashes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.hashes[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    return this.hashes[from] === hash;
  }
}

function endOfLine(lines: string, start: number): number {
  const end = lines.indexOf('\n', start);
  return end === -1 ? lines.length : end;
}

/** FNV-1a over UTF-16 code units, with a final mixing step. */
function hashOf(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Reads a list in `libs/anonymization/data`, such as `first-names`: one word in each line.
 *
 * @throws Error that names the file if it is missing
 */
export function readWords(list: string): string {
  const file = join(packageRoot(), 'libs/anonymization/data', `${list}.txt.gz`);
  return gunzipSync(readFileSync(file)).toString('utf8');
}

const namesThatAreWords = new Set(wordsOfAll(({ people }) => people?.namesThatAreWords));
let commonWords: WordSet | undefined;

/**
 * Returns whether a word is usually not a person's name in any of the languages (source of the list: `data/README.md`). Accents
 * matter: "mie" is a word, "Mié" is not. Words without their accents, as in chats, are in the list too: "amanha".
 */
export function isCommonWord(word: string): boolean {
  // Reads 1 MB, on first use.
  commonWords ??= new WordSet(`${spelledOut(readWords('common-words'))}\n${readWords('lower-case-words')}`);
  return commonWords.has(spelledOut(word));
}

/** Returns whether a folded name is also a word: alone and without a title it may mean the word. */
export function isNameAndWord(folded: string): boolean {
  return namesThatAreWords.has(folded);
}

/** Returns whether a lower-case name may mean a thing: the `mark` of `mark_as_read`. */
export function isEverydayWord(word: string): boolean {
  return !/\p{Lu}/u.test(word) && isNameAndWord(fold(word));
}

/** First names, last names and common words (sources of the lists: `data/README.md`). */
export class NameLexicon {
  private constructor(
    private readonly firstNames: WordSet,
    private readonly lastNames: WordSet,
  ) {}

  /** @throws Error that names the missing list */
  static load(): NameLexicon {
    isCommonWord('');
    return new NameLexicon(new WordSet(readWords('first-names')), new WordSet(readWords('last-names')));
  }

  /** Ignores case. Every part of a hyphenated name counts ("Anna-Lena"). */
  isFirstName(word: string): boolean {
    const name = capitalized(word);
    return (
      this.firstNames.has(name) ||
      (name.includes('-') && name.split('-').every((part) => this.firstNames.has(part)))
    );
  }

  /**
   * Ignores case, and accepts a German genitive ("Müllers"). One part of a hyphenated name is enough, unless the other part is
   * a common word ("Labor-Proben").
   */
  isLastName(word: string): boolean {
    const name = capitalized(word);
    if ([name, name.replace(/s$/, '')].some((form) => this.lastNames.has(form))) return true;
    const parts = name.split('-');
    return parts.some((part) => this.lastNames.has(part)) && !parts.some((part) => isCommonWord(part));
  }

  /**
   * Returns whether a name that began with `previous` ends before `word`: "Herr Müller | Bescheid", not "Sabine Kurz".
   */
  endsName(word: string, previous: string): boolean {
    if (!/^\p{Lu}/u.test(word) || !isCommonWord(word)) return false;
    return !((this.isFirstName(previous) || /^\p{Ll}|\.$/u.test(previous)) && this.isLastName(word));
  }
}

/** Returns the case of the lists: "MÜLLER" and "anna-lena" become "Müller" and "Anna-Lena"; "McDonald" stays. */
function capitalized(word: string): string {
  if (/^\p{Lu}\p{Ll}+\p{Lu}/u.test(word)) return word;
  const parts = word.toLowerCase().split('-');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('-');
}
