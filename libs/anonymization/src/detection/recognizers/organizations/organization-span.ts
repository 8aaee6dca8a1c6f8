import { fold } from '../../../lexicon/fold';
import { piecesOfAll } from '../../../lexicon/languages';
import type { Range } from '../../../spans/ranges';
import type { Span } from '../../../spans/span';

export const END = '(?![\\p{L}\\p{N}])';
export const BLANK = '[ \\u00a0]';
/** Legal forms: "GmbH", "S.A.", "sp. z o.o." */
export const FORMS = piecesOfAll(({ companies }) => companies.forms);
const FORM_BEHIND = new RegExp(`,?${BLANK}(?:${FORMS})\\.?$`, 'u');

/** An organization; with and without its legal form it is one. @param name without the form */
export const organizationSpan = ({ start, end }: Range, name: string): Span => ({
  start,
  end,
  type: 'Organizations',
  canonical: name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(fold)
    .join(' '),
});

/** The name of an organization as it is written, without its legal form. */
export const withoutForm = (written: string): string => written.replace(FORM_BEHIND, '') || written;
