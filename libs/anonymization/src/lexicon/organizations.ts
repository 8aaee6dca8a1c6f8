import { piecesOfAll } from './languages';

/** Names of organizations that end or follow what looks like a name. Pieces of regular expressions for the flag `u`. */

const alternation = (list: string | undefined): string | undefined => list?.split(' ').join(';');

/** "GmbH", "Ltd". */
export const LEGAL_FORM = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.legalForms))})`;

/** "Bank", "University": no person is called so. */
export const INSTITUTION = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.institutions))})`;

/** What makes of the name before it one of a thing, though people are called so too: "Hyde Park", "Nobel Prize". */
export const NAMED_AFTER = `(?:${piecesOfAll(({ organizations }) => alternation(organizations?.behindNames))})`;
