import { piecesOfAll, wordsOfAll } from './languages';
import { isCommonWord } from './word-lists';

export const BLANK = '[ \\u00a0]';
/** Legal forms: "GmbH", "S.A.", "sp. z o.o." */
export const LEGAL_FORMS = piecesOfAll(({ companies }) => companies.forms);
const FORM_BEHIND = new RegExp(`,?${BLANK}(?:${LEGAL_FORMS})\\.?$`, 'u');
const FORM_NEXT = new RegExp(`^,?${BLANK}(?:${LEGAL_FORMS})(?![\\p{L}\\p{N}])`, 'u');
/** What kind of institution it is, before its name: "Klinikum", "University of" */
export const HEADS = piecesOfAll(({ companies }) => companies.heads);
const HEAD = new RegExp(`^(?:${HEADS})${BLANK}(?=\\p{L}|["„“«])`, 'u');
const HEAD_ALONE = new RegExp(`^(?:${HEADS})$`, 'u');
/** What only stands before an organization, in small letters. */
export const ARTICLES: ReadonlySet<string> = new Set(wordsOfAll(({ companies }) => companies.articles));
const SHORTEST_ALONE = 4;
const LONGEST_FORM = 40;

/** An organization's name in pieces; joined they are the name: "Klinikum " + "Großhadern", "Nordwind" + " GmbH". */
export interface OrganizationName {
  /** What kind of institution it is, in one word, with the blank behind it */
  head: string;
  name: string;
  /** The legal form, with what stands before it */
  form: string;
}

/** The name of an organization as it is written, without its legal form. */
export const withoutLegalForm = (written: string): string => written.replace(FORM_BEHIND, '') || written;

/** Whether a legal form stands at `at`, behind a blank. */
export const isLegalFormNext = (text: string, at: number): boolean =>
  FORM_NEXT.test(text.slice(at, at + LONGEST_FORM));

/**
 * What says nothing of who it is, apart from the name. A head of several words or in capitals may be the organization itself
 * ("Deutsche Rentenversicherung Bund", "SAS Institute"), as may what stands behind a head alone ("Banque CIC").
 */
export function partsOfOrganization(written: string): OrganizationName {
  const bare = withoutLegalForm(written);
  const named = HEAD_ALONE.test(bare) || ARTICLES.has(bare.toLowerCase()) ? written : bare;
  const found = HEAD.exec(named)?.[0] ?? '';
  const head = /\s\S|^\p{Lu}+\s/u.test(found) ? '' : found;
  return { head, name: named.slice(head.length), form: written.slice(named.length) };
}

/** How an organization is called without its legal form; with it, where the rest alone would mean something else. */
export function shortNameOf(written: string): string {
  const { head, name } = partsOfOrganization(written);
  const short = head + name;
  return short.includes(' ') || (short.length >= SHORTEST_ALONE && !isCommonWord(short)) ? short : written;
}
