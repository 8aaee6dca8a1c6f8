import { isCommonWord } from './everyday-words';
import { readWords, WordSet } from './word-set';

/** Which words are first names, last names, or common words (`data/README.md` says where the lists come from). */
export class NameLexicon {
  private constructor(
    private readonly firstNames: WordSet,
    private readonly lastNames: WordSet,
  ) {}

  /** @throws Error that names the list that is missing */
  static load(): NameLexicon {
    isCommonWord('');
    return new NameLexicon(new WordSet(readWords('first-names')), new WordSet(readWords('last-names')));
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
    return parts.some((part) => this.lastNames.has(part)) && !parts.some((part) => isCommonWord(part));
  }

  /** Whether a name that began with `previous` is over before `word`: "Herr Müller | Bescheid", not "Sabine Kurz". */
  endsName(word: string, previous: string): boolean {
    if (!/^\p{Lu}/u.test(word) || !isCommonWord(word)) return false;
    return !((this.isFirstName(previous) || /^\p{Ll}|\.$/u.test(previous)) && this.isLastName(word));
  }
}

/** As the lists write it: "MÜLLER" and "anna-lena" are "Müller" and "Anna-Lena"; "McDonald" stays. */
function capitalized(word: string): string {
  if (/^\p{Lu}\p{Ll}+\p{Lu}/u.test(word)) return word;
  const parts = word.toLowerCase().split('-');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('-');
}
