import { hide as hideText, restore } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { createRecognizers } from '../../detection/recognizers/create-recognizers';
import { EntityTable } from '../entities/entity-table';
import { type EntityType, REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import { NameLexicon } from '../../lexicon/word-lists';
import { resolveSpans } from '../../text/spans/unite-spans';
import { SearchedText } from '../../detection/searched-text';

const ALL: EntityType[] = ['Names', 'Emails', 'Phone'];
const recognizers = createRecognizers(NameLexicon.load());

describe.each(REPLACEMENT_STYLES)('structured texts with %s', (style) => {
  const hide = async (text: string, lang = 'de') => {
    const language = parseLanguage(lang);
    const found = recognizers.flatMap((recognizer) => recognizer.find(new SearchedText(text, language)));
    const table = EntityTable.create(style);
    const input = { text, spans: resolveSpans(text, found), choices: ALL, language };
    return { table, ...(await hideText(table, input)) };
  };

  it.each([
    ['{"customer":"Petersen","phone":4915112345678,"n":10.10,"n":1e400}', ['Petersen', '4915112345678']],
    ['{"tel":[15112345678, 4915112345678],\n "mobile" : 5550150123}', ['15112345678', '5550150123']],
    [
      '[{"name":"Petersen","phone":"0151 12345678"},{"name":"Ahlers","phone":15112345678}]',
      ['Petersen', 'Ahlers', '12345678'],
    ],
  ])('stay valid JSON, and change only in the values: %s', async (text, hidden) => {
    const { text: sent, table } = await hide(text);
    for (const value of hidden) expect(sent).not.toContain(value);
    expect(() => JSON.parse(sent) as unknown).not.toThrow();
    expect(sent.replace(/"[^"]*"|\d+/g, '_')).toBe(text.replace(/"[^"]*"|\d+/g, '_'));
    expect(await restore(sent, table, [sent])).toBe(text);
  });

  it('have replacements of their style for numbers in CSV cells', async () => {
    const { text: sent } = await hide(
      'name,phone,city\nPetersen,4915112345678,Bonn\nAhlers,4915112345679,Bonn',
    );
    expect(sent.includes('[PHONE_1]') && sent.includes('[PHONE_2]')).toBe(style === 'placeholders');
  });

  it.each([
    'name;telefon;ort\nPetersen;-316;Köln\nAhlers;4710 443;Köln',
    '| Name | Telefon |\n|------|--------:|\n| Petersen | 0171 3920041 |',
    'kunde:\n  name: Petersen   # neu\n  telefon: 0171 3920041\n',
    '<kunde id="7"><name>Petersen</name><tel art="p">4710117</tel></kunde>',
    'Meine Nummer: null eins sieben eins drei neun zwei null null vier eins, Durchwahl -23.',
    'Tel. +49 171 392, ext 4417, +44 7911 12345',
  ])('are restored byte for byte: %j', async (text) => {
    const { text: sent, table, detected } = await hide(text);
    expect(detected.length).toBeGreaterThan(0);
    for (const { start, end } of detected)
      if (end - start > 4) expect(sent).not.toContain(text.slice(start, end));
    expect(await restore(sent, table, [sent])).toBe(text);
  });

  it('keep any JSON with names and numbers valid, and are restored byte for byte', async () => {
    const number = fc.integer({ min: 1_000_000, max: 999_999_999_999 });
    const contact = fc.record({
      name: fc.constantFrom('Petersen', 'Anna Lindner', 'Weber, Max', 'n/a'),
      phone: fc.oneof(
        number,
        number.map((digits) => `0${digits}`),
        number.map((digits) => `+49 ${digits}`),
      ),
      id: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(contact, { maxLength: 4 }), fc.nat(3), async (contacts, indent) => {
        const text = JSON.stringify({ contacts }, null, indent);
        const { text: sent, table } = await hide(text);
        const read = JSON.parse(sent) as { contacts: { id: number; phone: unknown }[] };
        expect(read.contacts.map(({ id }) => id)).toEqual(contacts.map(({ id }) => id));
        read.contacts.forEach(({ phone }, at) => expect(phone).not.toEqual(contacts[at]?.phone));
        expect(await restore(sent, table, [sent])).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});
