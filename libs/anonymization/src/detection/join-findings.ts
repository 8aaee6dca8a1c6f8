import type { Span } from '../spans/span';
import { resolveFindings } from '../spans/unite-spans';
import { tidyEntities } from './tidy-entities';

/** What the network and the recognizers found in a text, resolved (`resolveFindings`). */
export function joinFindings(
  text: string,
  fromNetwork: readonly Span[],
  fromPatterns: readonly Span[],
): Span[] {
  const tidied = tidyEntities(text, fromNetwork);
  const organizations = new Map(
    tidied.filter(({ type }) => type === 'Organizations').map((span) => [span.end, span]),
  );
  return resolveFindings(text, [
    ...tidied,
    ...fromPatterns.map((span) => withoutLead(span, organizations.get(span.end))),
  ]);
}

/**
 * A legal form says where a company's name ends; where it begins, the network knows better than capitals do: "Unser
 * Lieferant Nordlicht GmbH".
 */
const withoutLead = (span: Span, known: Span | undefined): Span =>
  span.type === 'Organizations' && known && known.start > span.start ? known : span;
