import type { Form } from '../entities/entity';
import { isNamed, shortened } from '../entities/named-thing';
import type { EntityType } from '../entity-type';
import { fold } from '../lexicon/fold';
import { genitiveOf } from '../text/inflection';
import { followsWord, isWordAt, splitsWord, wordsOf } from '../text/words';
import type { Reading } from './answer-words';

interface ValueForm extends Form {
  type: EntityType;
}

/** Longest first; what of a surrogate a place is looked up by. */
const KEY_LENGTH = 2;
const MOST_SEPARATORS = 2;
const SEPARATOR = /[\s\u00a0\u202f.‐‑–-]/;
const BLANK = /[\s\u00a0\u202f]/;
const HYPHEN = /[-‐‑–]/;

/** Surrogates that are read as a whole, in any case: accounts and cards in any grouping, the others with any blanks. */
export class ValueForms {
  private readonly byStart = new Map<string, ValueForm[]>();
  private readonly words = new Set<string>();
  private readonly shortForms = new Set<string>();
  private hasGroups = false;

  /** What answers make of a form is read too: an organization without its legal form. */
  add(type: EntityType, form: Form): void {
    this.addForm(type, form);
    const short = shortened(type, form);
    if (!short || this.shortForms.has(short.replacement)) return;
    this.shortForms.add(short.replacement);
    this.addForm(type, short);
  }

  /** Whether `replacement` was not issued, but is what answers make of one that was. */
  isShortForm(replacement: string): boolean {
    return this.shortForms.has(replacement);
  }

  private addForm(type: EntityType, form: Form): void {
    const key = keyOf(form.replacement);
    const forms = this.byStart.get(key) ?? [];
    this.byStart.set(key, forms);
    forms.push({ ...form, type });
    forms.sort((a, b) => b.replacement.length - a.replacement.length);
    for (const { text } of wordsOf(form.replacement)) this.words.add(fold(text));
    this.hasGroups ||= isGrouped(type);
  }

  /** Whether a surrogate may start with this folded word. */
  mayStart(folded: string): boolean {
    return this.byStart.size > 0 && this.byStart.has(folded.slice(0, KEY_LENGTH));
  }

  /** Whether a folded word may stand inside one: any digits may where groups are free. */
  mayHold(folded: string): boolean {
    return this.words.has(folded) || (this.hasGroups && /\d/.test(folded));
  }

  /** The surrogate at `at`: as it was issued before any other reading, then the longest. */
  match(text: string, at: number): Reading | undefined {
    if (this.byStart.size === 0 || followsWord(text, at)) return undefined;
    const forms = this.byStart.get(keyOf(text.slice(at, at + KEY_LENGTH))) ?? [];
    const stands = ({ replacement }: ValueForm): boolean =>
      text.startsWith(replacement, at) && !splitsWord(text, at + replacement.length);
    const exact = forms.find((form) => stands(form) && !this.isShortForm(form.replacement));
    if (exact) return reading(exact, at, at + exact.replacement.length);
    for (const form of forms) {
      const end = endOf(form, text, at);
      if (end === undefined) continue;
      if (!splitsWord(text, end)) {
        const { length } = form.replacement;
        const same = forms.find((other) => other.replacement.length === length && stands(other));
        return reading(same ?? form, at, end);
      }
      if (isNamed(form.type) && isGenitive(text, end)) {
        return { ...reading(form, at, end + 1), restored: genitiveOf(form.original) };
      }
    }
    return undefined;
  }
}

/** Whether a word ends with an `s` at `end`. */
const isGenitive = (text: string, end: number): boolean =>
  /s/i.test(text[end] ?? '') && !isWordAt(text, end + 1);

const keyOf = (text: string): string => fold(text.slice(0, KEY_LENGTH)).slice(0, KEY_LENGTH);

const isGrouped = (type: EntityType): boolean => type === 'Cards' || type === 'BankAccounts';

const reading = ({ type, original, replacement }: ValueForm, start: number, end: number): Reading => ({
  start,
  end,
  type,
  restored: original,
  replacement,
});

/** Where a surrogate that is written a little otherwise at `at` ends. */
function endOf({ type, replacement }: ValueForm, text: string, at: number): number | undefined {
  const grouped = isGrouped(type);
  let end = at;
  for (let i = 0; i < replacement.length; i += 1) {
    const expected = replacement[i] ?? '';
    if (grouped && SEPARATOR.test(expected)) continue;
    if (grouped && i > 0) end = skip(text, end, SEPARATOR, MOST_SEPARATORS);
    const found = text[end] ?? '';
    if (BLANK.test(expected)) {
      const after = skip(text, end, BLANK, MOST_SEPARATORS);
      if (after === end) return undefined;
      end = after;
    } else if (
      found.toLowerCase() === expected.toLowerCase() ||
      (HYPHEN.test(expected) && HYPHEN.test(found))
    )
      end += 1;
    else return undefined;
  }
  return end;
}

function skip(text: string, from: number, signs: RegExp, most: number): number {
  let end = from;
  while (end < from + most && signs.test(text[end] ?? '')) end += 1;
  return end;
}
