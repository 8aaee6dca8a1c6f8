import { joinFindings } from './join-findings';
import type { Span } from '../text/spans/span';

const text = 'Unser Lieferant Nordlicht Metallbau GmbH liefert nicht.';
const company = (name: string): Span => {
  const start = text.indexOf(name);
  return { start, end: start + name.length, type: 'Organizations' };
};
const wide = company('Unser Lieferant Nordlicht Metallbau GmbH');

describe('joinFindings', () => {
  it('takes the start of a company from the network, and its end from the legal form', () => {
    const [found, ...others] = joinFindings(text, [company('Nordlicht Metallbau GmbH')], [wide]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ start: 16, end: 40, canonical: 'nordlicht metallbau' });
  });

  it('keeps findings of the recognizers alone', () => expect(joinFindings(text, [], [wide])).toEqual([wide]));

  it('covers the union of what both found in part', () => {
    expect(
      joinFindings(text, [company('Lieferant Nordlicht')], [company('Nordlicht Metallbau')]),
    ).toMatchObject([company('Lieferant Nordlicht Metallbau')]);
  });

  it.each<[string, string, string, string]>([
    [
      'Hans Müller of Nordlicht Metallbau GmbH',
      'Hans Müller',
      'Nordlicht Metallbau GmbH',
      'nordlicht metallbau',
    ],
    ['Frau Roth von der Kiefer KG', 'Roth', 'Kiefer KG', 'kiefer'],
    ['Hans Müller GmbH', 'Hans Müller', 'Hans Müller GmbH', 'whole'],
    ['Müller & Söhne OHG', 'Müller', 'Müller & Söhne OHG', 'whole'],
  ])('separates a person from their company: %s', (written, person, company, canonical) => {
    const start = written.indexOf(person);
    const named: Span = { start, end: start + person.length, type: 'Names' };
    const all: Span = {
      start,
      end: written.length,
      type: 'Organizations',
      canonical: 'whole',
    };
    const found = joinFindings(written, [named], [all]).find(({ type }) => type === 'Organizations');
    expect(found).toEqual({
      start: written.indexOf(company),
      end: written.length,
      type: 'Organizations',
      canonical,
    });
  });
});
