import { withoutLegalForm } from '../lexicon/organization-name';
import type { Span } from '../text/spans/span';
import { resolveFindings } from '../text/spans/unite-spans';
import { withoutArticles } from './price-lists';
import { organizationSpan } from './recognizers/organizations/organization-span';
import { tidyEntities } from './tidy-entities';

/** Combines what the network and the recognizers found in a text, resolved (`resolveFindings`). */
export function joinFindings(
  text: string,
  fromNetwork: readonly Span[],
  fromPatterns: readonly Span[],
): Span[] {
  const tidied = tidyEntities(text, fromNetwork);
  const all = [...tidied, ...fromPatterns.map((span) => withoutLead(text, span, tidied))];
  return resolveFindings(text, withoutArticles(text, all));
}

/** "Hans Müller of Nordlicht GmbH": the person is not part of the company's name. */
const CONNECTED = /^,? (?:\p{Ll}{2,4} ){1,2}(?=[\p{Lu}\p{N}])/u;

/**
 * Shortens a company to the start that the network found. A legal form shows where the name ends, but capitals do not show
 * where it begins: "Unser Lieferant Nordlicht GmbH".
 */
function withoutLead(text: string, span: Span, known: readonly Span[]): Span {
  if (span.type !== 'Organizations') return span;
  const same = known.find(
    ({ type, start, end }) => type === span.type && end === span.end && start > span.start,
  );
  if (same) return same;
  const person = known.find(({ type, start }) => type === 'Names' && start === span.start);
  const gap = person && CONNECTED.exec(text.slice(person.end, span.end))?.[0];
  if (!person || gap === undefined) return span;
  const own = { start: person.end + gap.length, end: span.end };
  return organizationSpan(own, withoutLegalForm(text.slice(own.start, own.end)));
}
