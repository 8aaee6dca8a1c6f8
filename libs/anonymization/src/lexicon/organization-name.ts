import { piecesOfAll } from './languages';

const BLANK = '[ \\u00a0]';
/** Legal forms: "GmbH", "S.A.", "sp. z o.o." */
export const LEGAL_FORMS = piecesOfAll(({ companies }) => companies.forms);
const FORM_BEHIND = new RegExp(`,?${BLANK}(?:${LEGAL_FORMS})\\.?$`, 'u');
const HEAD = new RegExp(
  `^(?:${piecesOfAll(({ companies }) => companies.heads)})${BLANK}(?=\\p{L}|["„“«])`,
  'u',
);

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

/** A head of several words may be the organization itself ("Deutsche Rentenversicherung Bund"), and belongs to the name. */
export function partsOfOrganization(written: string): OrganizationName {
  const named = withoutLegalForm(written);
  const found = HEAD.exec(named)?.[0] ?? '';
  const head = /\s\S/.test(found) ? '' : found;
  return { head, name: named.slice(head.length), form: written.slice(named.length) };
}
