import { fold } from '../../../lexicon/fold';
import type { Range } from '../../../spans/ranges';
import type { Span } from '../../../spans/span';

export const END = '(?![\\p{L}\\p{N}])';

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
