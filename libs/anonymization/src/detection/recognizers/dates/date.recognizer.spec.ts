import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import { parseLanguage } from '../../../text/language';
import { LANGUAGES } from '../../../lexicon/languages';
import { NameLexicon } from '../../../lexicon/word-lists';
import { resolveFindings } from '../../../text/spans/unite-spans';
import { DateRecognizer } from './date.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new DateRecognizer(NameLexicon.load());
const spansIn = (text: string, lang = 'de') =>
  resolveFindings(text, recognizer.find(new SearchedText(text, parseLanguage(lang))));
const find = (text: string, lang?: string) =>
  spansIn(text, lang).map(({ start, end, type, canonical }) =>
    [type, text.slice(start, end), ...(canonical === undefined ? [] : [canonical])].join(' '),
  );

describe('DateRecognizer', () => {
  it.each<[string, string[]]>([
    ['Termin am 3.5.2024, 10:15 Uhr', ['Dates 3.5.2024 2024-05-03']],
    ['Vom 03.05.24 bis 3. Mai 2025.', ['Dates 03.05.24 2024-05-03', 'Dates 3. Mai 2025 2025-05-03']],
    ['Wien, den 5. Jänner 2023', ['Dates 5. Jänner 2023 2023-01-05']],
    ['2024-05-03T10:15:00Z INFO', ['Dates 2024-05-03 2024-05-03']],
    ['Freitag, 3. Mai, im März 2024, 05/2024', ['Dates 3. Mai', 'Dates März 2024', 'Dates 05/2024']],
    ['vom 3.–5. Mai 2024 und am 11./12.09.2025', ['Dates 3.–5. Mai 2024', 'Dates 11./12.09.2025']],
    ['Do 8.5.: Sitzung; am 3.6. Ruhe', ['Dates 8.5.', 'Dates 3.6.']],
    [
      'On May 3rd, 2024 and 3rd of May 2024',
      ['Dates May 3rd, 2024 2024-05-03', 'Dates 3rd of May 2024 2024-05-03'],
    ],
    ['due 08-Apr-2025; Tue Mar 4', ['Dates 08-Apr-2025 2025-04-08', 'Dates Mar 4']],
    ['3 May and May 2024', ['Dates 3 May', 'Dates May 2024']],
    ['le 1er mai 2024, fin août 2023', ['Dates 1er mai 2024 2024-05-01', 'Dates août 2023']],
    [
      'el 3 de mayo de 2024; 1.º de abril de 2025',
      ['Dates 3 de mayo de 2024 2024-05-03', 'Dates 1.º de abril de 2025 2025-04-01'],
    ],
    ['il 1° febbraio 2018 e 3 maggio', ['Dates 1° febbraio 2018 2018-02-01', 'Dates 3 maggio']],
    ["op 6 maart 2025, 6 mrt '86", ['Dates 6 maart 2025 2025-03-06', "Dates 6 mrt '86 1986-03-06"]],
    ['dnia 3 maja 2024 r., 8-XII-1982', ['Dates 3 maja 2024 2024-05-03', 'Dates 8-XII-1982 1982-12-08']],
    [
      'em 3 de março de 2026; 12 e 19 de fevereiro',
      ['Dates 3 de março de 2026 2026-03-03', 'Dates 12 e 19 de fevereiro'],
    ],
    ['25/12/2023 or 12/25/2023', ['Dates 25/12/2023 2023-12-25', 'Dates 12/25/2023 2023-12-25']],
    ['{"date":"20240503","n":20240504}', ['Dates 20240503 2024-05-03']],
  ])('in %j finds the dates %j', (text, expected) => expect(find(text)).toEqual(expected));

  it.each<[string, string[]]>([
    ['Anna Berg, geb. am 12.05.1980 in Ulm', ['Birthdates 12.05.1980 1980-05-12']],
    ['geboren 1980, verstorben 2019', ['Birthdates 1980', 'Birthdates 2019']],
    ['Anna Berg *12.5.31 †3.4.2001', ['Birthdates 12.5.31 1931-05-12', 'Birthdates 3.4.2001 2001-04-03']],
    ['wurde am 3. Mai 1980 in Bonn geboren', ['Birthdates 3. Mai 1980 1980-05-03']],
    [
      'Born on 3 May 1980 in Leeds. DOB: 04/05/1981',
      ['Birthdates 3 May 1980 1980-05-03', 'Birthdates 04/05/1981 1981-05-04'],
    ],
    ['née à Lyon le 3 mai 1980', ['Birthdates 3 mai 1980 1980-05-03']],
    [
      'nacido el 3 de mayo de 1980; F. Nac: 03/05/80',
      ['Birthdates 3 de mayo de 1980 1980-05-03', 'Birthdates 03/05/80 1980-05-03'],
    ],
    ['nato a Roma il 3 maggio 1980', ['Birthdates 3 maggio 1980 1980-05-03']],
    ['geboren te Gent op 3 mei 1980', ['Birthdates 3 mei 1980 1980-05-03']],
    ['ur. 3 maja 1980 r. w Łodzi', ['Birthdates 3 maja 1980 1980-05-03']],
    ['nascido em 3 de maio de 1980', ['Birthdates 3 de maio de 1980 1980-05-03']],
    ['Name;Geburtsdatum\nBerg;12.05.1980', ['Birthdates 12.05.1980 1980-05-12']],
    ['{"birthYear":"1980","dob":"19800512"}', ['Birthdates 1980', 'Birthdates 19800512 1980-05-12']],
    ['Anna Schmidt (1949–2011)', ['Birthdates 1949', 'Birthdates 2011']],
    ['Herr Hans Müller, 12.05.1980, wohnhaft in', ['Birthdates 12.05.1980 1980-05-12']],
  ])('in %j finds the births and deaths %j', (text, expected) =>
    expect(find(text, 'en-GB')).toEqual(expected),
  );

  it.each([
    'im Jahr 2024, 2023/24, 1998-2004, am Montag, zu Ostern, morgen um 10:15',
    'Version 1.2.24, v2024.05.03, 10.4.12.3, § 3.5, Abschnitt 3.4.',
    'Nr. 05/2024, 3.500,00 EUR, 12.2024 Stück, 4/5 Sterne, 1.234.567',
    '31.02.2024, 32.01.2024, 2024-13-01',
    '10 out of 10, you may 3 times, 3 mar, section 3 may apply, 5 set',
    'node 20.10.5, 192.168.10.24, 03-05-2024-1234',
    'https://example.com/2024-05-03-1/x12.05.24y',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it('reads 04/05/2024 by the region of the request', () => {
    expect(['en-US', 'en-GB', 'de'].map((lang) => spansIn('04/05/2024', lang)[0]?.canonical)).toEqual([
      '2024-04-05',
      '2024-05-04',
      '2024-05-04',
    ]);
  });

  it('finds the complete date of any day in every notation of every language, with its day as canonical value', () => {
    const codes = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
    const day = tuple(
      integer({ min: 1900, max: 2099 }),
      integer({ min: 1, max: 12 }),
      integer({ min: 1, max: 28 }),
    );
    const monthName = (code: keyof typeof LANGUAGES, month: number): string =>
      LANGUAGES[code].dates.months[month - 1]?.[0] ?? '';
    const two = (n: number): string => String(n).padStart(2, '0');
    const numeric = [
      (y: number, m: number, d: number) => `${y}-${two(m)}-${two(d)}`,
      (y: number, m: number, d: number) => `${y}/${m}/${d}`,
      (y: number, m: number, d: number) => `${d}.${m}.${y}`,
      (y: number, m: number, d: number) => `${two(d)}.${two(m)}.${y}`,
      (y: number, m: number, d: number) => `${d}. ${m}. ${y}`,
      (y: number, m: number, d: number) => `${two(d)}/${two(m)}/${y}`,
      (y: number, m: number, d: number) => `${d}-${m}-${y}`,
    ];
    const worded = [
      (y: number, name: string, d: number) => `${d} ${name} ${y}`,
      (y: number, name: string, d: number) => `${d}. ${name} ${y}`,
      (y: number, name: string, d: number) => `${two(d)}-${name}-${y}`,
      (y: number, name: string, d: number) => `${d} de ${name} de ${y}`,
      (y: number, name: string, d: number) => `${name} ${d}, ${y}`,
      (y: number, name: string, d: number) => `${d}º ${name.toUpperCase()} ${y}`,
    ];
    assert(
      property(
        day,
        constantFrom(...codes),
        constantFrom(...numeric),
        constantFrom(...worded),
        (date, code, inNumbers, inWords) => {
          const [year, month, dayOfMonth] = date;
          const iso = `${year}-${two(month)}-${two(dayOfMonth)}`;
          for (const written of [
            inNumbers(year, month, dayOfMonth),
            inWords(year, monthName(code, month), dayOfMonth),
          ])
            expect(find(`x ${written}, y`, 'en-GB')).toEqual([`Dates ${written} ${iso}`]);
        },
      ),
    );
  });

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['days', '1.1.'.repeat(25_000)],
    ['days and blanks', '3. '.repeat(33_000)],
    ['days that are joined', '3, 3 and '.repeat(11_000)],
    ['months', '3 May '.repeat(16_000)],
    ['letters and digits', 'Maia 3'.repeat(16_000)],
    ['births', 'geboren am 3.5.'.repeat(6_500)],
    ['years', 'geb. 1980 '.repeat(10_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('de'))).length).toBeLessThan(60_000);
  });
});
