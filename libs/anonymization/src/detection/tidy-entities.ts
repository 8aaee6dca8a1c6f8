import { isCountry } from '../lexicon/countries';
import { fold } from '../lexicon/fold';
import type { Span } from '../spans/span';
import { organizationSpan, withoutForm } from './recognizers/organizations/organization-span';
import { tidyNames } from './tidy-names';

const DIGIT = /\p{N}/u;
const LETTERS = /\p{L}{2}/u;

/**
 * The network's spans as the contract wants them (contract: Kinds of personal data): names without titles, organizations
 * and places with what makes two spellings one, no countries, no references and births without a number.
 */
export function tidyEntities(text: string, spans: readonly Span[]): Span[] {
  return [
    ...tidyNames(
      text,
      spans.filter(({ type }) => type === 'Names'),
    ),
    ...spans.flatMap((span) => tidy(text.slice(span.start, span.end), span)),
  ];
}

function tidy(written: string, span: Span): Span[] {
  switch (span.type) {
    case 'Names':
      return [];
    case 'Organizations':
      return LETTERS.test(written) ? [organizationSpan(span, withoutForm(written))] : [];
    case 'Locations':
      return LETTERS.test(written) && !isCountry(written) ? [{ ...span, canonical: fold(written) }] : [];
    case 'Birthdates':
    case 'References':
      return DIGIT.test(written) ? [span] : [];
    default:
      return [span];
  }
}
