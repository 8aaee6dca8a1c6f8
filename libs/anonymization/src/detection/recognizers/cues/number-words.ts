import { LANGUAGES, wordsOfAll } from '../../../lexicon/languages';

/** The digits or the function of a word in a spoken number. */
export type SpokenWord =
  /** `open`: how many zeros at the end a next word replaces, as after "forty" and "seiscientos" */
  | { is: 'digits'; digits: string; open: 0 | 1 | 2 }
  | { is: 'times'; times: number }
  | { is: 'zeros'; digits: string }
  | { is: 'and' };

const WORDS = new Map<string, SpokenWord>();

for (const { units, teens, tens, hundreds = [], joined = [] } of Object.values(LANGUAGES).map(
  ({ numbers }) => numbers,
)) {
  add(units, 0);
  add(teens, 10);
  tens.forEach((spellings, at) => {
    for (const word of spellings) {
      WORDS.set(word, { is: 'digits', digits: String((at + 2) * 10), open: 1 });
      for (const pattern of joined) join(pattern, word, (at + 2) * 10, [...units, ...teens]);
    }
  });
  hundreds.forEach((spellings, at) => {
    for (const word of spellings) WORDS.set(word, { is: 'digits', digits: String((at + 1) * 100), open: 2 });
  });
}
for (const word of wordsOfAll(({ numbers }) => numbers.double)) WORDS.set(word, { is: 'times', times: 2 });
for (const word of wordsOfAll(({ numbers }) => numbers.triple)) WORDS.set(word, { is: 'times', times: 3 });
for (const word of wordsOfAll(({ numbers }) => numbers.and)) WORDS.set(word, { is: 'and' });
WORDS.set('hundred', { is: 'zeros', digits: '00' });

/** Returns the meaning of a lower-case word, or `undefined` if it does not belong to a number. */
export function spokenWord(lower: string): SpokenWord | undefined {
  const isDigit = lower.length === 1 && lower >= '0' && lower <= '9';
  return isDigit ? { is: 'digits', digits: lower, open: 0 } : WORDS.get(lower);
}

function add(words: readonly (readonly string[])[], first: number): void {
  words.forEach((spellings, at) => {
    for (const word of spellings) WORDS.set(word, { is: 'digits', digits: String(first + at), open: 0 });
  });
}

/** "neunundneunzig", "twenty-one", "quatre-vingt-dix-huit", "ventotto" */
function join(pattern: string, ten: string, value: number, lesser: readonly (readonly string[])[]): void {
  for (const [at, spellings] of lesser.entries()) {
    for (const unit of at === 0 ? [] : spellings) {
      const elided = pattern === '{ten}{unit}' && /^[aeiou]/.test(unit) ? ten.slice(0, -1) : ten;
      const word = pattern.replace('{unit}', unit).replace('{ten}', elided);
      if (!WORDS.has(word)) WORDS.set(word, { is: 'digits', digits: String(value + at), open: 0 });
    }
  }
}
