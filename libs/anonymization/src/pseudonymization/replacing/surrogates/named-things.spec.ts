import { hide as hideText, restore } from '../../../../testing/hide-and-restore';
import { assert, constantFrom, asyncProperty, tuple } from 'fast-check';
import { EntityTable } from '../../entities/entity-table';
import type { EntityType } from '../../../kinds/entity-type';
import type { Span } from '../../../text/spans/span';

const language = { code: 'de', regions: ['DE'] } as const;

/**
 * Hides values, each on its own line, as recognizers find them: with one canonical form with and without a legal form.
 */
async function hide(values: readonly [type: EntityType, value: string, canonical: string][]) {
  const table = EntityTable.create('surrogates');
  const text = values.map(([, value]) => value).join('\n');
  let start = 0;
  const spans = values.map(([type, value, canonical]): Span => {
    const span = { start, end: start + value.length, type, canonical };
    start += value.length + 1;
    return span;
  });
  const hidden = await hideText(table, { text, spans, choices: ['Organizations', 'Locations'], language });
  return { table, text, sent: hidden.text, lines: hidden.text.split('\n') };
}

describe('Surrogates of organizations and places', () => {
  it('are one invented word for all forms of an organization, and keep legal form and type of institution', async () => {
    const { text, table, sent, lines } = await hide([
      ['Organizations', 'Nordwind Logistik GmbH & Co. KG', 'nordwind logistik'],
      ['Organizations', 'Nordwind Logistik', 'nordwind logistik'],
      ['Organizations', 'NORDWIND LOGISTIK', 'nordwind logistik'],
      ['Organizations', 'Klinikum Großhadern', 'klinikum grosshadern'],
      ['Organizations', 'Deutsche Rentenversicherung Bund', 'deutsche rentenversicherung bund'],
    ]);
    const [withForm, without = '', capitals, clinic, authority] = lines;
    expect(without).toMatch(/^\p{Lu}\p{Ll}{5,}$/u);
    expect(withForm).toBe(`${without} GmbH & Co. KG`);
    expect(capitals).toBe(without.toUpperCase());
    expect(clinic).toMatch(/^Klinikum \p{Lu}\p{Ll}{5,}$/u);
    expect(authority).toMatch(/^\p{Lu}\p{Ll}{5,}$/u);
    expect(await restore(sent, table, [sent])).toBe(text);
  });

  it('are restored if an answer omits the legal form, adds a genitive, or forms a compound', async () => {
    const { table, sent, lines } = await hide([
      ['Organizations', 'Nordwind GmbH', 'nordwind'],
      ['Locations', 'Oberammergau', 'oberammergau'],
    ]);
    const [company = '', town = ''] = lines.map((line) => line.replace(' GmbH', ''));
    const answer = `${company}, ${company}s and ${company}'s offices, the ${company}-Team; ${town}s ${town.toUpperCase()}`;
    expect(await restore(answer, table, [sent])).toBe(
      "Nordwind, Nordwinds and Nordwind's offices, the Nordwind-Team; Oberammergaus Oberammergau",
    );
  });

  it('are not restored if they were not sent in that call, or inside other words', async () => {
    const { table, sent, lines } = await hide([['Organizations', 'Nordwind GmbH', 'nordwind']]);
    const company = lines[0]?.replace(' GmbH', '') ?? '';
    expect(await restore(`${company} writes.`, table, ['hello'])).toBe(`${company} writes.`);
    const others = `${company}ern, un${company.toLowerCase()}, info@${company.toLowerCase()}.example, [x](mailto:${company})`;
    expect(await restore(others, table, [sent])).toBe(others);
  });

  it('are hidden if a user writes them, also without their legal form', async () => {
    const { table, lines } = await hide([['Organizations', 'Nordwind GmbH', 'nordwind']]);
    const company = lines[0]?.replace(' GmbH', '') ?? '';
    const text = `Who is ${company}?`;
    const { text: sent } = await hideText(table, { text, spans: [], choices: ['Names'], language });
    expect(sent).not.toContain(company);
    expect(await restore(sent, table, [sent])).toBe(text);
  });

  it('replace variants of a name from an answer when a user writes them: shortened, with a genitive', async () => {
    const { table, lines } = await hide([
      ['Organizations', 'Nordwind Optik GmbH', 'nordwind optik'],
      ['Organizations', 'Klinikum Großhadern', 'klinikum grosshadern'],
      ['Locations', 'Oberammergau', 'oberammergau'],
    ]);
    const text = 'Nordwind Optik, Nordwind Optiks Klinikum Großhaderns und Oberammergaus Zahlen';
    const { text: sent } = await hideText(table, { text, spans: [], choices: ['Names'], language });
    const [company = '', clinic = '', town = ''] = lines.map((line) => line.replace(' GmbH', ''));
    expect(sent).toBe(`${company}, ${company}s ${clinic}s und ${town}s Zahlen`);
    expect(await restore(sent, table, [sent])).toBe(text);
  });

  it('are restored in the spelling of another form that was not sent in that call', async () => {
    const { table, lines } = await hide([
      ['Organizations', 'NORDWIND', 'nordwind'],
      ['Organizations', 'Nordwind', 'nordwind'],
    ]);
    const [capitals = '', company = ''] = lines;
    expect(await restore(`${capitals}, ${company}s`, table, [company])).toBe('NORDWIND, Nordwinds');
  });

  it('are not restored with a legal form that they never had', async () => {
    const { table, sent, lines } = await hide([['Organizations', 'Nordwind GmbH', 'nordwind']]);
    const answer = `${lines[0]?.replace('GmbH', 'AG')} is another.`;
    expect(await restore(answer, table, [sent])).toBe(answer);
  });

  it.each([
    ['SAS Institute GmbH', /^\p{Lu}\p{Ll}{5,} GmbH$/u],
    ['Banque CIC', /^Banque \p{Lu}{5,}$/u],
    ['The Limited', /^\p{Lu}\p{Ll}{5,}$/u],
  ])('keep no part that may be the name itself: %s', async (name, expected) => {
    expect((await hide([['Organizations', name, name.toLowerCase()]])).sent).toMatch(expected);
  });

  it('are placeholders for entities that already have placeholders', async () => {
    const table = EntityTable.create('surrogates');
    const entity = table.add({ type: 'Organizations', number: 1, canonical: 'nordwind', forms: [] });
    table.record(entity, { original: 'Nordwind GmbH', replacement: '[ORG_1]' });
    const spans: Span[] = [{ start: 0, end: 8, type: 'Organizations', canonical: 'nordwind' }];
    const hidden = await hideText(table, { text: 'NORDWIND', spans, choices: ['Organizations'], language });
    expect(hidden.text).toBe('[ORG_1B]');
  });

  it('contain no word of their original, and are restored byte for byte, for any names', async () => {
    const word = constantFrom(
      'Nordwind',
      'Bäcker',
      'ACME',
      'van',
      'Söhne',
      'Isar',
      "L'Oiseau",
      'Werk-Bau',
      '24',
    );
    const form = constantFrom('', ' GmbH', ', Inc.', ' S.p.A.', ' sp. z o.o.', ' & Söhne');
    const head = constantFrom('', 'Universität ', 'Sparkasse ', 'Clinique ');
    await assert(
      asyncProperty(tuple(head, word, word, form), async ([before, one, two, after]) => {
        const value = `${before}${one} ${two}${after}`;
        const { text, table, sent } = await hide([['Organizations', value, `${one} ${two}`.toLowerCase()]]);
        for (const hidden of [one, two].filter((part) => !after.includes(part)))
          expect(sent.split(/[^\p{L}\p{N}'-]+/u)).not.toContain(hidden);
        expect(await restore(sent, table, [sent])).toBe(text);
      }),
    );
  });
});
