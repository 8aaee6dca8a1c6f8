import { hide as hideText, restore } from '../../../testing/hide-and-restore';
import { assert, constantFrom, integer, asyncProperty, property } from 'fast-check';
import { EntityTable } from '../../pseudonymization/entities/entity-table';
import { type Language, parseLanguage } from '../language';
import { daysAfter, moveDate } from './move-date';
import { readDateAt } from './read-date';

const DAY_MS = 86_400_000;

describe('A moved date', () => {
  it.each([
    ['2024-05-03', '2024-05-03', 'de', '2024-05-31'],
    ['3.5.2024', '2024-05-03', 'de', '31.5.2024'],
    ['03.05.2024', '2024-05-03', 'de', '31.05.2024'],
    ['3. 5. 24', '2024-05-03', 'de', '31. 5. 24'],
    ['3. Mai 2024', '2024-05-03', 'de', '31. Mai 2024'],
    ['10. Mai 2024', '2024-05-10', 'de', '7. Juni 2024'],
    ['10. MAI 2024', '2024-05-10', 'de', '7. JUNI 2024'],
    ['12. Sept. 2024', '2024-09-12', 'de', '10. Okt. 2024'],
    ['05/10/2024', '2024-05-10', 'en-US', '06/07/2024'],
    ['10/05/2024', '2024-05-10', 'en-GB', '07/06/2024'],
    ['May 10th, 2024', '2024-05-10', 'en', 'June 7th, 2024'],
    ['May 5, 2024', '2024-05-05', 'en', 'June 2, 2024'],
    ['4th of March 2024', '2024-03-04', 'en', '1st of April 2024'],
    ['1er mai 2024', '2024-05-01', 'fr', '29 mai 2024'],
    ['10 de mayo de 2024', '2024-05-10', 'es', '7 de junio de 2024'],
    ['10 maja 2024', '2024-05-10', 'pl', '7 czerwca 2024'],
    ['10 mei 2024', '2024-05-10', 'nl', '7 juni 2024'],
  ])('has the notation of %s', (written, iso, lang, expected) => {
    const [code = '', region = ''] = lang.split('-');
    expect(moveDate(written, iso, 28, { code, regions: [region] } as Language)).toBe(expected);
  });

  it.each([
    ['8-XII-1982', '1982-12-08'],
    ['28.12.99', '1999-12-28'],
  ])('is undefined if the notation cannot be kept: %s', (written, iso) => {
    expect(moveDate(written, iso, 28, parseLanguage('de'))).toBeUndefined();
  });

  it('keeps its weekday, the order of dates and the intervals between them', () => {
    const day = integer({ min: Date.UTC(1930, 0, 1) / DAY_MS, max: Date.UTC(2035, 0, 1) / DAY_MS });
    assert(
      property(day, day, (one, other) => {
        const table = EntityTable.create('surrogates');
        const [from, to] = [one, other].map((at) => new Date(at * DAY_MS).toISOString().slice(0, 10));
        const [a, b] = [from!, to!].map((iso) => Date.parse(daysAfter(iso, table.movedDays)!) / DAY_MS);
        expect(b! - a!).toBe(other - one);
        expect(Math.abs(a! - one) % 7).toBe(0);
        expect(Math.abs(a! - one)).toBeGreaterThanOrEqual(21);
        expect(Math.abs(a! - one)).toBeLessThanOrEqual(364);
      }),
    );
  });
});

describe('Dates of a chat', () => {
  const language = parseLanguage('de');
  const hide = async (text: string, ...dates: string[]) => {
    const table = EntityTable.create('surrogates');
    const spans = dates.map((date) => {
      const start = text.indexOf(date);
      const read = readDateAt(text, start);
      return { start, end: start + date.length, type: 'Dates' as const, canonical: read!.iso };
    });
    return { table, ...(await hideText(table, { text, spans, choices: ['Dates'], language })) };
  };

  it('are moved in their own notation, and restored', async () => {
    const text = 'Vom 3. Mai 2024 bis zum 14.06.2024.';
    const hidden = await hide(text, '3. Mai 2024', '14.06.2024');
    expect(hidden.text).toMatch(/^Vom \d{1,2}\. \p{L}+ 202[345] bis zum \d\d\.\d\d\.202[345]\.$/u);
    expect(hidden.text).not.toContain('3. Mai 2024');
    expect(await restore(hidden.text, hidden.table, [hidden.text])).toBe(text);
    const stored = await EntityTable.read(await hidden.table.write());
    expect(await restore(hidden.text, stored, [hidden.text])).toBe(text);
  });

  it('are restored from another notation if it has one reading and they were sent, and otherwise stay unchanged', async () => {
    const { table, text } = await hide('Am 20. Mai 2024.', '20. Mai 2024');
    const moved = daysAfter('2024-05-20', table.movedDays)!;
    expect(await restore(`On ${moved}.`, table, [text])).toBe('On 2024-05-20.');
    const [year, month, day] = moved.split('-');
    expect(await restore(`Am ${day}.${month}.${year}:`, table, [text])).toBe('Am 20.05.2024:');
    expect(await restore(`On ${moved}.`, table, ['nothing'])).toBe(`On ${moved}.`);
  });

  it('are restored byte for byte in any notation and style', async () => {
    const write = constantFrom(
      (d: number, m: number, y: number) => `${d}.${m}.${y}`,
      (d: number, m: number, y: number) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
      (d: number, m: number, y: number) =>
        `${d}. ${['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'][m - 1]} ${y}`,
    );
    const part = (min: number, max: number) => integer({ min, max });
    await assert(
      asyncProperty(write, part(1, 28), part(1, 12), part(1910, 2030), async (written, d, m, y) => {
        const date = written(d, m, y);
        const text = `Termin am ${date}, danach frei.`;
        const hidden = await hide(text, date);
        expect(hidden.text).not.toContain(date);
        expect(await restore(hidden.text, hidden.table, [hidden.text])).toBe(text);
      }),
    );
  });
});
