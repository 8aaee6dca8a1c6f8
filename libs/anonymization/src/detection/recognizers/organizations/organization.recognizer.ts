import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { ARTICLES, BLANK, HEADS, LEGAL_FORMS } from '../../../lexicon/organization-name';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { END, organizationSpan } from './organization-span';

const FREE = '(?<![\\p{L}\\p{N}])';
/** An initial or a short word may end in a full stop. */
const WORD = "(?:\\p{Lu}[\\p{L}\\p{N}'’&-]{0,30}|\\p{Lu}\\p{L}{0,2}\\.|\\d{1,4})";
const WITHIN = piecesOfAll(({ companies }) => companies.within);
const STEP = `(?:${BLANK}?[&+]${BLANK}?|${BLANK}(?:(?:${WITHIN})${BLANK}){0,2}|${BLANK}(?:d|l|dell|D|L)['’])`;
const NAME = `${WORD}(?:${STEP}${WORD}){0,5}`;

/** Another organization in the text before a legal form: "Berg KG und Tal" */
const ANOTHER = new RegExp(`(?:${LEGAL_FORMS})${END},?(?:${BLANK}(?:${WITHIN})){1,3}${BLANK}`, 'gu');

const FORM = new RegExp(
  `(?=(?:${LEGAL_FORMS})${END})(?<=(?<name>${FREE}${NAME}),?${BLANK})(?:${LEGAL_FORMS})${END}`,
  'gu',
);
/** Words after which the place of an institution follows, not the rest of its name: "Apotheke in Ulm". */
const ELSEWHERE = piecesOfAll(({ companies }) => companies.elsewhere);
/** The beginning of an institution's proper name. A full stop after any other word ends the sentence. */
const NAMED_AFTER = "(?:(?:St|Sta|Ste|Sto|Dr|Prof|\\p{Lu})\\.|\\p{Lu}[\\p{L}'’-]{1,30})";
const HEADED = new RegExp(
  `(?=\\p{L})${FREE}(?:${HEADS})${BLANK}(?!(?:${ELSEWHERE})${BLANK})(?:(?:${WITHIN})${BLANK}){0,2}["„“«]?${NAMED_AFTER}(?:${STEP}\\p{Lu}[\\p{L}'’-]{1,30}){0,3}`,
  'gu',
);
const TAILS = piecesOfAll(({ companies }) => companies.tails);
const TAILED = new RegExp(
  `(?=(?:${TAILS})${END})(?<=(?<name>${FREE}\\p{Lu}[\\p{L}'’-]{1,30}(?: (?:[&] )?\\p{Lu}[\\p{L}'’-]{1,30}){0,3}) )(?:${TAILS})${END}`,
  'gu',
);
const ANNOUNCED = new RegExp(
  `${FREE}(?:${piecesOfAll(({ companies }) => companies.announcing)})${BLANK}["„“«]?(?<name>\\p{Lu}[\\p{L}\\p{N}'’-]{2,30}(?:${STEP}\\p{Lu}[\\p{L}'’-]{1,30}){0,3})`,
  'gu',
);
/**
 * Limit for names that are searched for again without their legal form. Such a name must contain more than its form.
 */
const MOST_NAMES = 50;
const SHORTEST_ALONE = 5;
const LONGEST_FIELD = 60;
/** A word with an ampersand is read in one way: "A&A&A" is one word. */
const WHOLE_WORD = `${WORD}(?!(?<=[\\p{L}\\p{N}'’&-])&)`;
const FIELD_VALUE = new RegExp(
  `^${WHOLE_WORD}(?:(?:${STEP}|, )(?:${WHOLE_WORD}|\\p{Ll}[\\p{L}.]{0,12})){0,6}\\.?$`,
  'u',
);

/**
 * Organizations by their legal form, by the head word of an institution, by words that announce them, and by field.
 * `canonical` is the folded name without its legal form.
 */
export class OrganizationRecognizer extends Recognizer {
  readonly name = 'organization';
  readonly finds = ['Organizations'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const names = new Set<string>();
    const spans: Span[] = [];
    for (const { 0: form, index, groups = {} } of matchesOf(FORM, text)) {
      const written = groups.name ?? '';
      const name = withoutArticles(withoutAnother(written));
      if (name === '' || (isShort(form) && !isNameLike(name))) continue;
      const start = text.lastIndexOf(name, index);
      spans.push(organizationSpan({ start, end: index + form.length }, name));
      if (names.size < MOST_NAMES && this.standsAlone(name)) names.add(name);
    }
    for (const name of names) spans.push(...repeatsOf(text, name));
    for (const { 0: written, index } of matchesOf(HEADED, text))
      spans.push(
        organizationSpan(
          { start: index, end: index + written.replace(/(?<![.'’-])[.'’-]+$/u, '').length },
          written,
        ),
      );
    for (const { 0: tail, index, groups = {} } of matchesOf(TAILED, text)) {
      const name = withoutArticles(groups.name ?? '');
      if (name === '' || name.split(' ').every(isCommonWord)) continue;
      const start = text.lastIndexOf(name, index);
      spans.push(
        organizationSpan({ start, end: index + tail.length }, text.slice(start, index + tail.length)),
      );
    }
    for (const { 0: written, index, groups = {} } of matchesOf(ANNOUNCED, text)) {
      const name = groups.name ?? '';
      if (isCommonWord(name.split(' ')[0] ?? '')) continue;
      spans.push(
        organizationSpan({ start: index + written.length - name.length, end: index + written.length }, name),
      );
    }
    return [...spans, ...organizationFields(searched)];
  }

  /** Returns whether a name without its legal form means nothing else and no person. */
  private standsAlone(name: string): boolean {
    if (/[ &-]/.test(name)) return true;
    if (name.length < SHORTEST_ALONE || isCommonWord(name)) return false;
    return !this.lexicon.isFirstName(name) && !this.lexicon.isLastName(name);
  }
}

/** Returns the text after the last organization inside a name. */
function withoutAnother(name: string): string {
  const [last] = [...matchesOf(ANOTHER, name)].slice(-1);
  return last ? name.slice(last.index + last[0].length) : name;
}

/** Removes an article at the beginning of the sentence from "Die Berger Metallbau". */
function withoutArticles(name: string): string {
  const words = name.split(/ /u);
  const first = words.findIndex((word) => !ARTICLES.has(word.toLowerCase()) && !/^[&+]$/.test(word));
  return first === -1 ? '' : words.slice(first).join(' ');
}

/** Forms of two or three capitals are common abbreviations: a word that is not an everyday word must precede them. */
const isShort = (form: string): boolean => /^[A-Z]{2,3}$/.test(form);
const isNameLike = (name: string): boolean =>
  name.split(' ').some((word) => /\p{Ll}/u.test(word) && !isCommonWord(word));

function* repeatsOf(text: string, name: string): Generator<Span> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isWhole =
      !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/^\p{L}{2}|^\p{N}/u.test(text.slice(end, end + 2));
    if (isWhole) yield organizationSpan({ start: at, end }, name);
  }
}

function organizationFields(searched: SearchedText): Span[] {
  return searched.fields.flatMap((field) => {
    const length = field.end - field.start;
    if (field.loose || length < 3 || length > LONGEST_FIELD || searched.kindOf(field) !== 'organization')
      return [];
    const value = searched.text.slice(field.start, field.end);
    const isName = FIELD_VALUE.test(value) && !value.split(/[ ,]+/).every((word) => isCommonWord(word));
    return isName ? [organizationSpan(field, value)] : [];
  });
}
