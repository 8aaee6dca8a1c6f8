import { joinFindings } from './join-findings';
import type { Span } from '../spans/span';

const text = 'Unser Lieferant Nordlicht Metallbau GmbH liefert nicht.';
const company = (name: string): Span => {
  const start = text.indexOf(name);
  return { start, end: start + name.length, type: 'Organizations' };
};
const wide = company('Unser Lieferant Nordlicht Metallbau GmbH');

describe('joinFindings', () => {
  it('lets the network say where a company begins, whose end a legal form tells', () => {
    const [found, ...others] = joinFindings(text, [company('Nordlicht Metallbau GmbH')], [wide]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ start: 16, end: 40, canonical: 'nordlicht metallbau' });
  });

  it('leaves what the recognizers alone found', () => expect(joinFindings(text, [], [wide])).toEqual([wide]));

  it('covers all of what both found in part', () => {
    expect(
      joinFindings(text, [company('Lieferant Nordlicht')], [company('Nordlicht Metallbau')]),
    ).toMatchObject([company('Lieferant Nordlicht Metallbau')]);
  });
});
