import { piecesOfAll, wordsOfAll } from './languages';
import { isCommonWord } from './word-lists';

export const BLANK = '[ \\u00a0]';
/** Legal forms: "GmbH", "S.A.", "sp. z o.o." */
export const LEGAL_FORMS = piecesOfAll(({ companies }) => companies.forms);
const FORM_BEHIND = new RegExp(`,?${BLANK}(?:${LEGAL_FORMS})\\.?$`, 'u');
const FORM_NEXT = new RegExp(`^,?${BLANK}(?:${LEGAL_FORMS})(?![\\p{L}\\p{N}])`, 'u');
/** Words for the type of an institution before its name: "Klinikum", "University of" */
export const HEADS = piecesOfAll(({ companies }) => companies.heads);
const HEAD = new RegExp(`^(?:${HEADS})${BLANK}(?=\\p{L}|["„“«])`, 'u');
const HEAD_ALONE = new RegExp(`^(?:${HEADS})$`, 'u');
/** Lower-case words that may only precede an organization's name. */
export const ARTICLES: ReadonlySet<string> = new Set(wordsOfAll(({ companies }) => companies.articles));
const SHORTEST_ALONE = 4;
const LONGEST_FORM = 40;

/** The parts of an organization's name. Joined, they are the name: "Klinikum " + "Großhadern", "Nordwind" + " GmbH". */
export interface OrganizationName {
  /** The type of institution in one word, with the blank after it */
  head: string;
  name: string;
  /** The legal form, with the characters before it */
  form: string;
}

/** Returns the name of an organization as it is written, without its legal form. */
export const withoutLegalForm = (written: string): string => written.replace(FORM_BEHIND, '') || written;

/** Returns whether a blank and a legal form follow at `at`. */
export const isLegalFormNext = (text: string, at: number): boolean =>
  FORM_NEXT.test(text.slice(at, at + LONGEST_FORM));

/**
 * Separates the name from the parts that do not identify the organization. A head of several words or in capitals may be the
 * organization itself ("Deutsche Rentenversicherung Bund", "SAS Institute"), as may words after a head ("Banque CIC").
 */
export function partsOfOrganization(written: string): OrganizationName {
  const bare = withoutLegalForm(written);
  const named = HEAD_ALONE.test(bare) || ARTICLES.has(bare.toLowerCase()) ? written : bare;
  const found = HEAD.exec(named)?.[0] ?? '';
  const head = /\s\S|^\p{Lu}+\s/u.test(found) ? '' : found;
  return { head, name: named.slice(head.length), form: written.slice(named.length) };
}

/** Returns the name without the legal form, or with it if the rest alone would have another meaning. */
export function shortNameOf(written: string): string {
  const { head, name } = partsOfOrganization(written);
  const short = head + name;
  return short.includes(' ') || (short.length >= SHORTEST_ALONE && !isCommonWord(short)) ? short : written;
}
