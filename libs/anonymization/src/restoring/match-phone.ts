import { matchesOf } from '@app/common';
import { digitsOf } from '../text/digits';
import { followsWord, isWordAt } from '../text/words';
import type { Reading } from './reading';
import type { ReplacementIndex } from './replacement-index';

const FEWEST_DIGITS = 6;
const RUN = /\+?\(?\d(?:[\d\s\u00a0\u202f()./‐‑–-]{0,60}\d)?/uy;
/** A country code just before: what follows is the rest of a number, not one of its own. */
const AFTER_CODE = /\+\d{1,3}[\s\u00a0(./‐‑–-]{1,3}$/u;

/** A surrogate number at `at`, however it is grouped, with or without its country code. */
export function matchPhone(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  if (index.phones.size === 0 || followsWord(text, at) || text[at - 1] === '+') return undefined;
  if (AFTER_CODE.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0] ?? '';
  // Longest first: a number may be followed by other digits.
  for (const { length, digits } of endsOf(run).reverse()) {
    const forms = digits.length < FEWEST_DIGITS ? undefined : index.phones.get(digits);
    if (!forms || isWordAt(text, at + length)) continue;
    const written = run.slice(0, length);
    const form =
      forms.find(({ replacement }) => replacement === written) ??
      forms.find(({ replacement }) => digitsOf(replacement) === digits) ??
      forms[0];
    if (!form) continue;
    return {
      start: at,
      end: at + length,
      type: 'Phone',
      restored: form.original,
      replacement: form.replacement,
    };
  }
  return undefined;
}

/** Where groups of digits end in a run, and the digits up to there. */
function endsOf(run: string): { length: number; digits: string }[] {
  let digits = '';
  return [...matchesOf(/[0-9]+/g, run)].map((group) => {
    digits += group[0];
    return { length: group.index + group[0].length, digits };
  });
}
