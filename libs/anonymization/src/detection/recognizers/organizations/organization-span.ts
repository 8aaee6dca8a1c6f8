import { fold } from '../../../lexicon/fold';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';

export const END = '(?![\\p{L}\\p{N}])';

/** Returns the span of an organization, which is one with or without its legal form. @param name without the form */
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
