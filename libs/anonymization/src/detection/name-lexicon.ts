import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WordSet } from './word-set';

/** Which words are first names, last names, or common words (`data/README.md` says where the lists come from). */
export class NameLexicon {
  private constructor(
    private readonly firstNames: WordSet,
    private readonly lastNames: WordSet,
    private readonly commonWords: WordSet,
  ) {}

  /** @param directory the folder with `first-names.txt.gz`, `last-names.txt.gz` and `common-words.txt.gz` */
  static load(directory: string): NameLexicon {
    const read = (name: string): WordSet =>
      new WordSet(
        gunzipSync(readFileSync(join(directory, `${name}.txt.gz`)))
          .toString('utf8')
          .split('\n'),
      );
    return new NameLexicon(read('first-names'), read('last-names'), read('common-words'));
  }

  /** In any case; every part of a hyphenated name counts ("Anna-Lena"). */
  isFirstName(word: string): boolean {
    const name = capitalized(word);
    return (
      this.firstNames.has(name) ||
      (name.includes('-') && name.split('-').every((part) => this.firstNames.has(part)))
    );
  }

  /**
   * In any case, also with a German genitive ("Müllers"). Of a hyphenated one a part is enough, unless a common word
   * stands beside it ("Labor-Proben").
   */
  isLastName(word: string): boolean {
    const name = capitalized(word);
    if ([name, name.replace(/s$/, '')].some((form) => this.lastNames.has(form))) return true;
    const parts = name.split('-');
    return parts.some((part) => this.lastNames.has(part)) && !parts.some((part) => this.isCommonWord(part));
  }

  /** Whether a name that began with `previous` is over before `word`: "Herr Müller | Bescheid", not "Sabine Kurz". */
  endsName(word: string, previous: string): boolean {
    if (!/^\p{Lu}/u.test(word) || !this.isCommonWord(word)) return false;
    return !((this.isFirstName(previous) || /^\p{Ll}|\.$/u.test(previous)) && this.isLastName(word));
  }

  /** A word that usually names no person. */
  isCommonWord(word: string): boolean {
    return this.commonWords.has(word.toLowerCase());
  }
}

/** As the lists write it: "MÜLLER" and "anna-lena" are "Müller" and "Anna-Lena"; "McDonald" stays. */
function capitalized(word: string): string {
  if (/^\p{Lu}\p{Ll}+\p{Lu}/u.test(word)) return word;
  const parts = word.toLowerCase().split('-');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('-');
}
