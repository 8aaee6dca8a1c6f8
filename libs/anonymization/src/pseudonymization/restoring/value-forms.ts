import type { Form } from '../entities/entity';
import { inventedKey, isNamed, shortened } from '../entities/named-thing';
import type { EntityType } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { isLegalFormNext } from '../../lexicon/organization-name';
import { genitiveOf } from '../../text/inflection';
import { followsWord, isWordAt, splitsWord, wordsOf } from '../../text/words';
import type { Reading } from './answer-words';
import { GroupedForms, type ValueForm } from './grouped-forms';

interface PlainForm extends ValueForm {
  /** Whether it was not issued, but is a variant that answers use */
  short?: boolean;
}

/** The number of characters by which a position is looked up. */
const KEY_LENGTH = 2;
const MOST_BLANKS = 2;
const BLANK = /[\s\u00a0\u202f]/;
const HYPHEN = /[-‐‑–]/;

/** Surrogates with the same beginning: their lengths, longest first, and each by its plain spelling. */
interface Beginning {
  lengths: number[];
  byText: Map<string, PlainForm[]>;
}

/** Surrogates that are read as a whole, in any case: accounts and cards in any grouping, the others with any blanks. */
export class ValueForms {
  private readonly beginnings = new Map<string, Beginning>();
  private readonly grouped = new GroupedForms();
  private readonly words = new Set<string>();
  private readonly invented = new Set<string>();

  /** Adds a form, and the variants that answers use: an organization without its legal form. */
  add(type: EntityType, form: Form): void {
    for (const { text } of wordsOf(form.replacement)) this.words.add(fold(text));
    if (type === 'Cards' || type === 'BankAccounts') return this.grouped.add({ ...form, type });
    if (isNamed(type)) this.invented.add(inventedKey(type, form.replacement));
    this.addPlain({ ...form, type });
    for (const short of shortened(type, form)) this.addPlain({ ...short, type, short: true });
  }

  /** Returns whether this is the key of an invented word (`inventedKey`). */
  isInvented(key: string): boolean {
    return this.invented.has(key);
  }

  /** Returns whether a surrogate may start with this folded word. */
  mayStart(folded: string): boolean {
    return this.grouped.mayStart(folded) || this.beginnings.has(folded.slice(0, KEY_LENGTH));
  }

  /** Returns whether a folded word may be inside one. Any digits may if the grouping is free. */
  mayHold(folded: string): boolean {
    return this.words.has(folded) || (!this.grouped.isEmpty && /\d/.test(folded));
  }

  /** Returns the surrogate at `at`. The issued spelling takes precedence, then the longest. */
  match(text: string, at: number): Reading | undefined {
    if (followsWord(text, at)) return undefined;
    return this.grouped.match(text, at) ?? this.matchPlain(text, at);
  }

  private addPlain(form: PlainForm): void {
    const { text } = plain(form.replacement, 0, Infinity);
    const key = keyOf(form.replacement);
    const beginning = this.beginnings.get(key) ?? { lengths: [], byText: new Map<string, PlainForm[]>() };
    this.beginnings.set(key, beginning);
    const { lengths, byText } = beginning;
    const forms = byText.get(text);
    if (forms) forms.push(form);
    else byText.set(text, [form]);
    if (!lengths.includes(text.length)) lengths.push(text.length);
    lengths.sort((a, b) => b - a);
  }

  private matchPlain(text: string, at: number): Reading | undefined {
    const beginning = this.beginnings.get(keyOf(text.slice(at, at + KEY_LENGTH)));
    const longest = beginning?.lengths[0];
    if (!beginning || longest === undefined) return undefined;
    const here = plain(text, at, longest);
    const found = beginning.lengths.flatMap((length) => {
      const forms = length > here.text.length ? undefined : beginning.byText.get(here.text.slice(0, length));
      return forms ? [{ forms, end: here.ends[length - 1] ?? at }] : [];
    });
    for (const { forms, end } of found) {
      const exact = forms.find(({ replacement, short }) => !short && text.startsWith(replacement, at));
      if (exact && !splitsWord(text, end)) return reading(exact, at, end);
    }
    for (const { forms, end } of found) {
      const written = text.slice(at, end);
      const form = forms.find(({ replacement }) => replacement === written) ?? forms[0];
      if (!form || (form.short && isLegalFormNext(text, end))) continue;
      if (!splitsWord(text, end)) return reading(form, at, end);
      if (isNamed(form.type) && isGenitive(text, end))
        return { ...reading(form, at, end + 1), restored: genitiveOf(form.original) };
    }
    return undefined;
  }
}

/** Returns whether a word ends with an `s` at `end`. */
const isGenitive = (text: string, end: number): boolean =>
  /s/i.test(text[end] ?? '') && !isWordAt(text, end + 1);

const keyOf = (text: string): string => fold(text.slice(0, KEY_LENGTH)).slice(0, KEY_LENGTH);

const reading = ({ type, original, replacement }: PlainForm, start: number, end: number): Reading => ({
  start,
  end,
  type,
  restored: original,
  replacement: inventedKey(type, replacement),
});

/** Returns up to `length` characters from `at` in lower case with single blanks, and where each ends in the text. */
function plain(text: string, at: number, length: number): { text: string; ends: number[] } {
  let written = '';
  const ends: number[] = [];
  for (let end = at; end < text.length && written.length < length;) {
    const unit = text.charAt(end);
    const small = unit.toLowerCase();
    end += 1;
    if (BLANK.test(unit)) {
      for (let more = 1; more < MOST_BLANKS && BLANK.test(text.charAt(end)); more += 1) end += 1;
      written += ' ';
    } else if (HYPHEN.test(unit)) written += '-';
    else written += small.length === 1 ? small : unit;
    ends.push(end);
  }
  return { text: written, ends };
}
