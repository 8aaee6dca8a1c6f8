import type { TimeSlice } from '@app/common';
import type { EntityTable } from '../entities/entity-table';
import { readAlsoAs } from '../entities/named-thing';
import type { People } from '../entities/people';
import type { EntityType } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { ANNOUNCING_ADDRESS, DEGREE } from '../../lexicon/titles';
import { isCommonWord, isNameAndWord } from '../../lexicon/word-lists';
import { readingOf } from '../../text/readable/readable-text';
import type { Span } from '../../text/spans/span';
import { followsWord, isWordAt, splitsWord, type Word, wordsOf } from '../../text/words';
import type { FoundValue } from './entity-finder';
import { KnownNumbers } from './known-numbers';

interface KnownOriginal {
  type: EntityType;
  original: string;
  canonical?: string;
}

/** Known originals with the same first word, the same length, and the word at the same offset. */
interface KnownShape {
  /** The offset of the first word */
  offset: number;
  length: number;
  /** By the original in lower case */
  originals: Map<string, KnownOriginal[]>;
}

const JOINT = /^(?:[ \t\u00a0]{1,2}|\s?\r?\n\s?|[-‐‑])$/;
const JOINT_OR_COMMA = /^(?:[ \t\u00a0]{1,2}|\s?\r?\n\s?|[-‐‑]|,[ \u00a0])$/;
const INITIALS = /(?:^|[^\p{L}\p{M}\p{N}.])(\p{Ll}\.\s?)?((?:\p{Lu}\.[ \u00a0]?){1,3})$/u;
const TITLE = new RegExp(`(?:^|[^\\p{L}])(?:${ANNOUNCING_ADDRESS}|${DEGREE})\\s+$`, 'iu');

/** Finds the values of a table again in a text: whole forms unchanged, and the names of its people in other forms. */
export class KnownValues {
  private readonly byFirstWord = new Map<string, KnownShape[]>();
  /** Originals without any word, which are searched for literally */
  private readonly wordless: { type: EntityType; original: string }[] = [];

  private readonly numbers = new KnownNumbers();

  constructor(private readonly people: People) {}

  /** @param found originals that will be added to the table */
  async learn(table: EntityTable, found: Iterable<FoundValue>, slice: TimeSlice): Promise<this> {
    const seen = new Set<string>();
    const add = (type: EntityType, original: string, canonical?: string) => {
      // A value that consists of markup has an empty decoded form.
      if (original === '') return;
      const key = `${type} ${original}`;
      if (seen.has(key)) return;
      seen.add(key);
      if (type === 'Phone') this.numbers.learn(original, canonical);
      const [first] = nameWordsOf(original);
      if (!first) this.wordless.push({ type, original });
      else this.remember(first, { type, original, ...(canonical && { canonical }) });
    };
    for (const { entity, form } of table.forms()) {
      for (const written of spellingsOf(entity.type, form.original, readingOf(form.original)))
        add(entity.type, written, entity.canonical);
      if (slice.isOver) await slice.next();
    }
    for (const { type, original, reading, canonical } of found) {
      for (const written of spellingsOf(type, original, reading)) add(type, written, canonical);
      if (slice.isOver) await slice.next();
    }
    return this;
  }

  /** Returns spans in order of appearance. They may overlap. */
  async find(text: string, slice: TimeSlice): Promise<Span[]> {
    const spans: Span[] = [];
    for (const { type, original } of this.wordless) {
      for (let at = text.indexOf(original); at >= 0; at = text.indexOf(original, at + original.length)) {
        spans.push({ start: at, end: at + original.length, type });
      }
    }
    for (const span of this.numbers.find(text)) {
      spans.push(span);
      if (slice.isOver) await slice.next();
    }
    const run: Word[] = [];
    for (const word of nameWordsOf(text)) {
      this.addWholeForms(spans, text, word);
      const isPart = this.isPart(word);
      if (!isPart || !this.goesOn(text, run, word)) this.closeRun(text, run, spans);
      if (isPart) run.push(word);
      if (slice.isOver) await slice.next();
    }
    this.closeRun(text, run, spans);
    return spans;
  }

  private remember({ start: offset, text }: Word, known: KnownOriginal): void {
    const { length } = known.original;
    const folded = fold(text);
    const shapes = this.byFirstWord.get(folded) ?? [];
    this.byFirstWord.set(folded, shapes);
    let shape = shapes.find((other) => other.offset === offset && other.length === length);
    if (!shape) shapes.push((shape = { offset, length, originals: new Map() }));
    const lower = known.original.toLowerCase();
    const alike = shape.originals.get(lower);
    if (alike) alike.push(known);
    else shape.originals.set(lower, [known]);
  }

  /**
   * Looks up the text at the word, so that the time does not depend on the number of originals with that first word.
   */
  private addWholeForms(spans: Span[], text: string, word: Word): void {
    for (const { offset, length, originals } of this.byFirstWord.get(fold(word.text)) ?? []) {
      const start = word.start - offset;
      if (start < 0) continue;
      for (const known of originals.get(text.slice(start, start + length).toLowerCase()) ?? []) {
        const span = wholeForm(text, start, known);
        if (span) spans.push(span);
      }
    }
  }

  private isPart({ text }: Word): boolean {
    return this.people.bears(fold(text));
  }

  /**
   * Returns whether a word belongs to the name before it: parts of one person, not "Hans Müller, Hans" or an address.
   */
  private goesOn(text: string, run: readonly Word[], word: Word): boolean {
    const previous = run.at(-1);
    if (!previous || /^(?:[@_/\\]|\.[\p{L}\p{N}])/u.test(text.slice(word.end, word.end + 3))) return false;
    const between = text.slice(previous.end, word.start);
    if (!(run.length === 1 ? JOINT_OR_COMMA : JOINT).test(between)) return false;
    const stem = ({ text }: Word): string => fold(text).replace(/s$/, '');
    if (run.some((earlier) => stem(earlier) === stem(word))) return false;
    return this.people.shareBearer(fold(previous.text), fold(word.text));
  }

  /**
   * Several adjacent parts of known names are a name in any case. A single one counts only if it is written as a name.
   */
  private closeRun(text: string, run: Word[], spans: Span[]): void {
    const [first] = run;
    const last = run.at(-1);
    const counts = first === last ? first && readsAsName(text, first) : run.some(isNoPlainWord);
    run.length = 0;
    if (!first || !last || !counts) return;
    spans.push({ start: this.withInitial(text, first), end: last.end, type: 'Names' });
  }

  /** Returns where "H. Müller" starts, if some Müller is a Hans. "z. B. Müller" has no initial. */
  private withInitial(text: string, { start, text: word }: Word): number {
    const before = text.slice(Math.max(0, start - 12), start);
    const [, abbreviation, initials] = INITIALS.exec(before) ?? [];
    if (initials === undefined || abbreviation !== undefined) return start;
    const fits = this.people.hasInitial(fold(word), fold(initials.charAt(0)));
    return fits ? start - initials.length : start;
  }
}

/** Returns the original, its decoded form, and the variants that answers use. */
const spellingsOf = (type: EntityType, original: string, reading: string): string[] => [
  original,
  reading,
  ...readAlsoAs(type, reading),
];

/** Yields words like `wordsOf`, with `O'` and `D'` as a part of the name. */
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

/** Returns whether the word cannot also be a plain word, unlike in "will young". */
function isNoPlainWord({ text: word }: Word): boolean {
  return /^\p{Lu}/u.test(word) || !(isNameAndWord(fold(word)) || isCommonWord(word));
}

/** A single part that is also a word counts only after a title; in lower case, only if it is not an everyday word. */
function readsAsName(text: string, { start, text: word }: Word): boolean {
  const folded = fold(word);
  if (TITLE.test(text.slice(Math.max(0, start - 12), start))) return true;
  if (isNameAndWord(folded)) return false;
  return /^\p{Lu}/u.test(word) || (folded.length > 2 && !isCommonWord(word));
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
