import type { EntityType } from '../entity-type';
import type { EntityTable } from '../entities/entity-table';
import type { People } from '../entities/people';
import type { Span } from '../span';
import { isCommonWord } from '../text/common-words';
import { fold } from '../text/fold';
import { followsWord, isWordAt, splitsWord, wordsOf, type Word } from '../text/words';
import { NAMES_THAT_ARE_WORDS } from '../../data/known-names/names-that-are-words';

interface KnownOriginal {
  type: EntityType;
  original: string;
  /** Offset of its first word */
  offset: number;
  canonical?: string;
}

const JOINT = /^(?:[ \t\u00a0]{1,2}|\s?\r?\n\s?|[-‐‑])$/;
const JOINT_OR_COMMA = /^(?:[ \t\u00a0]{1,2}|\s?\r?\n\s?|[-‐‑]|,[ \u00a0])$/;
const INITIALS = /(?:^|[^\p{L}\p{M}\p{N}.])(\p{Ll}\.\s?)?((?:\p{Lu}\.[ \u00a0]?){1,3})$/u;
const TITLE = /(?:^|[^\p{L}])(?:herrn?|frau|hr\.|fr\.|mr\.?|mrs\.?|ms\.?|miss|dr\.|prof\.)\s+$/iu;

/** Finds what a table knows again in a text: whole forms as they are, and the names of its people in other forms. */
export class KnownValues {
  private readonly byFirstWord = new Map<string, KnownOriginal[]>();
  /** Originals without any word, looked for as they are */
  private readonly wordless: { type: EntityType; original: string }[] = [];

  /** @param found originals that are about to enter the table */
  constructor(
    table: EntityTable,
    private readonly people: People,
    found: Iterable<{ type: EntityType; original: string; canonical?: string }>,
  ) {
    const seen = new Set<string>();
    const add = (type: EntityType, original: string, canonical?: string) => {
      const key = `${type} ${original}`;
      if (seen.has(key)) return;
      seen.add(key);
      const [first] = nameWordsOf(original);
      if (!first) this.wordless.push({ type, original });
      else {
        const folded = fold(first.text);
        const known = { type, original, offset: first.start, ...(canonical && { canonical }) };
        this.byFirstWord.set(folded, [...(this.byFirstWord.get(folded) ?? []), known]);
      }
    };
    for (const { entity, form } of table.forms()) add(entity.type, form.original, entity.canonical);
    for (const { type, original, canonical } of found) add(type, original, canonical);
  }

  /** In order of appearance; they may overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (const { type, original } of this.wordless) {
      for (let at = text.indexOf(original); at >= 0; at = text.indexOf(original, at + original.length)) {
        spans.push({ start: at, end: at + original.length, type });
      }
    }
    const run: Word[] = [];
    for (const word of nameWordsOf(text)) {
      for (const known of this.byFirstWord.get(fold(word.text)) ?? []) {
        const span = wholeForm(text, word.start - known.offset, known);
        if (span) spans.push(span);
      }
      const isPart = this.isPart(word);
      if (!isPart || !this.goesOn(text, run, word)) this.closeRun(text, run, spans);
      if (isPart) run.push(word);
    }
    this.closeRun(text, run, spans);
    return spans;
  }

  private isPart({ text }: Word): boolean {
    return this.people.bears(fold(text));
  }

  /** Whether a word belongs to the name before it: parts of one person, not "Hans Müller, Hans" or an address. */
  private goesOn(text: string, run: readonly Word[], word: Word): boolean {
    const previous = run.at(-1);
    if (!previous || /^(?:[@_/\\]|\.[\p{L}\p{N}])/u.test(text.slice(word.end, word.end + 3))) return false;
    const between = text.slice(previous.end, word.start);
    if (!(run.length === 1 ? JOINT_OR_COMMA : JOINT).test(between)) return false;
    const [one, other] = [fold(previous.text), fold(word.text)];
    return one.replace(/s$/, '') !== other.replace(/s$/, '') && this.people.shareBearer(one, other);
  }

  /** Several parts of known names beside each other are a name in any case; a lone one only where it is written as one. */
  private closeRun(text: string, run: Word[], spans: Span[]): void {
    const [first] = run;
    const last = run.at(-1);
    const counts = first === last ? first && readsAsName(text, first) : run.some(isNoPlainWord);
    run.length = 0;
    if (!first || !last || !counts) return;
    spans.push({ start: this.withInitial(text, first), end: last.end, type: 'Names' });
  }

  /** Where "H. Müller" starts, if some Müller is a Hans; "z. B. Müller" has no initial. */
  private withInitial(text: string, { start, text: word }: Word): number {
    const before = text.slice(Math.max(0, start - 12), start);
    const [, abbreviation, initials = ''] = INITIALS.exec(before) ?? [];
    const fits = abbreviation === undefined && this.people.hasInitial(fold(word), fold(initials.charAt(0)));
    return fits ? start - initials.length : start;
  }
}

/** Words as `wordsOf` has them, with `O'` and `D'` as a part of the name that they begin. */
function* nameWordsOf(text: string): Generator<Word> {
  let prefix: Word | undefined;
  for (const word of wordsOf(text)) {
    if (/^[dol]$/i.test(word.text) && /^['’ʼ]\p{L}/u.test(text.slice(word.end, word.end + 2))) prefix = word;
    else if (prefix && prefix.end + 1 === word.start) {
      yield { start: prefix.start, end: word.end, text: text.slice(prefix.start, word.end) };
      prefix = undefined;
    } else yield word;
  }
}

/** "will young" may be any will and young. */
function isNoPlainWord({ text: word }: Word): boolean {
  return /^\p{Lu}/u.test(word) || !(NAMES_THAT_ARE_WORDS.has(fold(word)) || isCommonWord(fold(word)));
}

/** A lone part that is also a word counts with a title alone; in small letters only where it is no everyday word. */
function readsAsName(text: string, { start, text: word }: Word): boolean {
  const folded = fold(word);
  if (TITLE.test(text.slice(Math.max(0, start - 12), start))) return true;
  if (NAMES_THAT_ARE_WORDS.has(folded)) return false;
  return /^\p{Lu}/u.test(word) || (folded.length > 2 && !isCommonWord(folded));
}

function wholeForm(
  text: string,
  start: number,
  { type, original, canonical }: KnownOriginal,
): Span | undefined {
  const end = start + original.length;
  if (start < 0 || end > text.length) return undefined;
  const written = text.slice(start, end);
  if (written !== original && (type !== 'Emails' || written.toLowerCase() !== original.toLowerCase()))
    return undefined;
  if (splitsWord(text, start) || splitsWord(text, end)) return undefined;
  if (type === 'Phone' && (followsWord(text, start) || isWordAt(text, end))) return undefined;
  return { start, end, type, ...(canonical && { canonical }) };
}
