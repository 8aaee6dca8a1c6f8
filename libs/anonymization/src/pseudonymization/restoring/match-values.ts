import { matchesOf } from '@app/common';
import { genitiveOf } from '../../text/inflection';
import { digitsOf } from '../../text/phone-digits';
import { followsWord, isWordAt } from '../../text/words';
import type { Reading } from './answer-words';
import type { ReplacementIndex } from './replacement-index';

/** Returns a value at `at` that is read as a whole: a placeholder, or the surrogate of any kind except names. */
export const matchWhole = (text: string, at: number, index: ReplacementIndex): Reading | undefined =>
  matchPlaceholder(text, at, index) ??
  matchEmail(text, at, index) ??
  index.values.match(text, at) ??
  index.dates.match(text, at) ??
  matchPhone(text, at, index);

const ADDRESS = /[\p{L}\p{M}\p{N}._%+-]{1,64}@[\p{L}\p{M}\p{N}.-]{0,252}[\p{L}\p{N}]/uy;

/** Returns a surrogate address at `at`, in any case. */
export function matchEmail(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  if (index.emails.size === 0 || followsWord(text, at) || /[.%+-]/.test(text[at - 1] ?? '')) return undefined;
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(text)?.[0];
  const forms = address && index.emails.get(address.toLowerCase());
  if (!address || !forms) return undefined;
  const form = forms.find(({ replacement }) => replacement === address) ?? forms[0];
  return (
    form && {
      start: at,
      end: at + address.length,
      type: 'Emails',
      restored: form.original,
      replacement: form.replacement,
    }
  );
}

const FEWEST_DIGITS = 6;
const RUN = /\+?\(?\d(?:[\d\s\u00a0\u202f()./‐‑–-]{0,60}\d)?/uy;
/** A country code just before: the following digits are the rest of a number, not a separate one. */
const AFTER_CODE = /\+\d{1,3}[\s\u00a0(./‐‑–-]{1,3}$/u;

/** Returns a surrogate number at `at`, in any grouping, with or without its country code. */
export function matchPhone(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  if (index.phones.size === 0 || followsWord(text, at) || text[at - 1] === '+') return undefined;
  if (AFTER_CODE.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0] ?? '';
  // Longest first, because other digits may follow a number.
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

/** Returns where groups of digits end in a run, and the digits up to there. */
function endsOf(run: string): { length: number; digits: string }[] {
  let digits = '';
  return [...matchesOf(/[0-9]+/g, run)].map((group) => {
    digits += group[0];
    return { length: group.index + group[0].length, digits };
  });
}

const GENITIVE = /s(?![\p{L}\p{M}\p{N}])/uy;
const LISTED = /\s*(?:[,;/&+\]］】}]|(?:and|und|or|oder)\s)/uy;

/**
 * Returns a placeholder at `at`, as issued or as models write it: `[Name_2]`, `NAME_1`, `[NAME 1]`, `[NAME\_1]`,
 * `[NAME_1]s`.
 */
export function matchPlaceholder(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  const written = index.patterns.read(text, at);
  if (!written || (written.isBare && !standsAlone(text, at, written.end))) return undefined;
  const known = index.placeholders.get(written.id);
  if (!known) return undefined;
  const { type, original, replacement, removed } = known;
  GENITIVE.lastIndex = written.end;
  const genitive = type === 'Names' && GENITIVE.test(text);
  return {
    start: at,
    end: genitive ? written.end + 1 : written.end,
    type,
    restored: genitive ? genitiveOf(original) : original,
    replacement,
    ...(removed && { removed }),
  };
}

/** Returns whether a placeholder without brackets is neither part of a word nor truncated. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (followsWord(text, start) || text[start - 1] === '_' || text[end] === '_') return false;
  if (isWordAt(text, end) && !/^s(?![\p{L}\p{M}\p{N}_])/u.test(text.slice(end, end + 3))) return false;
  if (!/[[［【]\s?$/.test(text.slice(Math.max(0, start - 2), start))) return true;
  LISTED.lastIndex = end;
  return LISTED.test(text);
}
