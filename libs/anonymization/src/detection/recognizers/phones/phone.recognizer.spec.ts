import { parseLanguage } from '../../../text/language';
import { resolveSpans } from '../../../text/spans/unite-spans';
import type { Recognizer } from '../../ports';
import { PhoneRecognizer } from './phone.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer: Recognizer = new PhoneRecognizer();
const find = (text: string, lang: string) =>
  resolveSpans(text, recognizer.find(new SearchedText(text, parseLanguage(lang)))).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('PhoneRecognizer', () => {
  it.each([
    ['Their number is +1 212-703-2001.', ['+1 212-703-2001']],
    ['(713) 853-3242 or 713.837.1638', ['(713) 853-3242', '713.837.1638']],
    ['(Octel) 713.837.1638 (Client) 281.848.1619 (C)', ['713.837.1638', '281.848.1619']],
    ['call 6505551234 please', ['6505551234']],
    ['You can reach them at 4153971100', ['4153971100']],
    ['The phone number is 20 891078, and', ['20 891078']],
    ['+44 20 7517 1100 and 020 7946 0958', ['+44 20 7517 1100', '020 7946 0958']],
    ['212-265-1040 x123', ['212-265-1040 x123']],
    ['(212) 265-1040 ext. 55', ['(212) 265-1040 ext. 55']],
    ['phone: +1-555-0100', ['+1-555-0100']],
    ['Call me at 555-0199.', ['555-0199']],
    ['tel:+1-201-555-0123', ['+1-201-555-0123']],
    ['Phone: 410-468-3798 Fax: 410-468-3499', ['410-468-3798', '410-468-3499']],
    ['"phone":"4154680000","id":1', ['4154680000']],
    ['Order by phone: 212-265-1040', ['212-265-1040']],
    ['Ann,ann@example.com,415-468-0000', ['415-468-0000']],
    ['+60 3-2298 1888', ['+60 3-2298 1888']],
    ['011 44 20 7517 1100 from the US: phone 212-265-1040', ['212-265-1040']],
  ])('in English text %j finds %j', (text, expected) =>
    expect(find(text, 'en')).toEqual(expect.arrayContaining(expected)),
  );

  it.each([
    ['Tel. 04491-93160', ['04491-93160']],
    ['Hotline 0800 / 5 29 55 55 an', ['0800 / 5 29 55 55']],
    ['Telefon: 0 44 21 - 99 85 85', ['0 44 21 - 99 85 85']],
    ['unter 030/1234567 zu erreichen', ['030/1234567']],
    ['Tel: 809545726734', ['809545726734']],
    ['der Nummer 3448/4396066 zu erreichen', ['3448/4396066']],
    ['Mobil: 0176-12345678', ['0176-12345678']],
    ['+49 (0)30 1234567', ['+49 (0)30 1234567']],
    ['+49 30 123456-78', ['+49 30 123456-78']],
    ['0049 30 1234567', ['0049 30 1234567']],
    ['+43 1 58058-0, +41 44 668 18 00', ['+43 1 58058-0', '+41 44 668 18 00']],
    ['044 668 18 00', ['044 668 18 00']],
    ['(0 30) 12 34 56 78', ['(0 30) 12 34 56 78']],
    ['Rufen Sie 0511 123456 an', ['0511 123456']],
    ['01761234567', ['01761234567']],
    ['Fon 06031.601.0', ['06031.601.0']],
    ['030/1234567, 040/7654321', ['030/1234567', '040/7654321']],
    ['Max 030 1234567 040 7654321', ['030 1234567', '040 7654321']],
    ['Ruf doch an: 030 1234567 oder 0171 1234567', ['030 1234567', '0171 1234567']],
    ['Rufen Sie 030.23125148 oder 089.654.321 an', ['030.23125148', '089.654.321']],
    ['Rufen Sie 08 9/65 43 21 0 an', ['08 9/65 43 21 0']],
    ['Hotline 030 1234567. Ersatzteile: 118-442-0 und 118-443-1', ['030 1234567']],
    ['Tag und Nacht: 0171 1234567', ['0171 1234567']],
    ['Termine und Bestellung: (030) 123 45 67', ['(030) 123 45 67']],
    ['Rechnungs-Hotline: 030 1234567', ['030 1234567']],
    ['Praxisnummer: 030 1234567', ['030 1234567']],
    ['Preis auf Anfrage: 030/1234567', ['030/1234567']],
    ['Status; Telefon\nKonto & Service: 0171 1234567', ['0171 1234567']],
    ['(rufen Sie +49 30 1234567) heute', ['+49 30 1234567']],
  ])('in German text %j finds %j', (text, expected) => expect(find(text, 'de')).toEqual(expected));

  it.each([
    ['de', 'Frau Keller (-2288) weiß Bescheid', '-2288'],
    ['de', 'Herr Weber, Tel. -4417', '-4417'],
    ['de', 'wählen Sie intern die 23', '23'],
    ['de', 'meine Durchwahl ist die 44', '44'],
    ['en', 'desk phone 4471', '4471'],
    ['en', 'internal number 3391', '3391'],
    ['en', 'my direct line ends in 4417', '4417'],
    ['fr', 'poste interne 2215', '2215'],
    ['fr', 'numéro interne : 4417', '4417'],
    ['es', 'extensión número 204', '204'],
    ['es', 'mi número interno es el 3391', '3391'],
    ['it', 'il mio interno è il 345', '345'],
    ['nl', 'tst. 230', '230'],
    ['pl', 'nr wewn. 123', '123'],
    ['pl', 'tel. wewn. 2215', '2215'],
    ['pt', 'o meu ramal é o 3310', '3310'],
  ])('in %s, the extension of %j is %j', (lang, text, extension) =>
    expect(find(text, lang)).toEqual([extension]),
  );

  it.each([
    ['es', '612 345 678 (Ana)', '612 345 678'],
    ['es', 'Ana Ruiz 612345678', '612345678'],
    ['it', '347 1234567 Laura', '347 1234567'],
    ['pl', 'Anna Nowak 601 234 567', '601 234 567'],
    ['pl', '- Anna Nowak: 601-234-567', '601-234-567'],
    ['pt', 'Rui Lopes | 912 345 678', '912 345 678'],
    ['nl', 'Jan de Vries\nSanne Bakker 612345678', '612345678'],
  ])('in %s, finds the mobile number in the entry %j', (lang, text, number) =>
    expect(find(text, lang)).toEqual([number]),
  );

  it.each([
    ['es', 'Total 612 345 678'],
    ['es', 'Ana Ruiz 12345678'],
    ['es', 'Ana Ruiz debe 612345678 a la empresa'],
    ['pl', 'Anna Nowak 123'],
    ['de', 'Anna Weber 612345678'],
    ['en', 'Anna Weber 2125550142'],
    ['it', 'Fattura N 347 12'],
  ])('in %s, finds no mobile number in %j', (lang, text) => expect(find(text, lang)).toEqual([]));

  it.each([
    'Verlust (-2288) im Mai',
    'Frau Keller, Saldo -2288',
    'the total is -4417',
    'Mr Weber: -4417 €',
    'el interno tiene 3 días',
    'int. 5% of all',
    'direct line of 12 people',
    'un poste interne est libre',
    'der Apparat ist 12 cm hoch',
    'Telefon -20 % im Angebot',
  ])('finds no extension in %j', (text) => expect(find(text, 'de')).toEqual([]));

  it.each([
    'am 12.04.2016 um 15:47 Uhr',
    '25.09.2015 08:13',
    '2026-11-21T10:15:00+0100',
    'seit 1998 bis 2004, 1998-2004',
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013000',
    '36.000 Einheiten, 1.234.567,89 €, 15 000 Euro, 12 000 000 EUR',
    'Bestellnummer 0301234567',
    'Order #212-265-1040',
    'Kundennummer: 4155551234',
    '192.168.100.200:8080',
    'version 10.15.7.1234',
    '550e8400-e29b-41d4-a716-446655440000',
    '4111 1111 1111 1111',
    'ISBN 3-7776-0477-1 und ISBN 978-3-16-148410-0',
    'https://example.com/2/hi/4281450/0301234567',
    'Az. 12 O 345/16',
    '§ 123 Abs. 4, 567 BGB',
    '[Mon Mar 25 12:32:20 +0000 2019]',
    '48604 Saginaw, 10115 Berlin',
    'HRB 123456',
    'timestamp 1700000000123',
    '1,234,567.89 USD',
    'coordinates 52.520008, 13.404954, 0.127758',
    'Anruf wegen 12 O 345/16, 492/2011 und 0.4567 Promille',
    'a1b2c3d4e5f60301234567',
    '08/15/2000 06:03:48 PM',
    '2 + 3 = 5, 100 x 200',
    'Mo-Fr 08:00-18:00',
    'Alderwood Apartments located 1435 163rd Avenue',
    'Steuernummer 21/815/08150',
    'BTW BE 0873.989.202',
    'geboren am: 01 01 1994',
    'Vertragsnummer: 0171 3920041, Aktenzeichen 0761/2031234',
  ])('finds nothing in %j', (text) => {
    expect([...find(text, 'en'), ...find(text, 'de')]).toEqual([]);
  });

  it('returns one canonical form for all spellings of a number, with its extension', () => {
    const text = 'Tel. 030/1234567, +49 30 1234567, 0049 (0)30 123 45 67, +49 30 1234567 Durchwahl 12';
    const canonical = recognizer
      .find(new SearchedText(text, parseLanguage('de')))
      .map((span) => span.canonical);
    expect(new Set(canonical)).toContain('+49301234567');
  });

  it('reads a national number by the region of the request', () => {
    const canonical = (lang: string) =>
      recognizer.find(new SearchedText('044 668 18 00', parseLanguage(lang)))[0]?.canonical;
    expect(canonical('de-CH')).toBe('+41446681800');
  });

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['digits and blanks', '1 '.repeat(50_000)],
    ['groups', '0301 '.repeat(20_000)],
    ['plus signs', '+'.repeat(100_000)],
    ['brackets', '(0'.repeat(50_000)],
    ['dashes', '-'.repeat(100_000)],
    ['dotted digits', '1.'.repeat(50_000)],
    ['cue words', 'Tel. '.repeat(20_000)],
    ['cues and digits', 'Tel. 03'.repeat(14_000)],
    ['letters and digits', 'a1'.repeat(50_000)],
    ['months', '1 mar '.repeat(17_000)],
    ['grouped card digits', '4111 '.repeat(20_000)],
    ['iban-like', 'DE12 3456 '.repeat(10_000)],
    ['lines', '030\n'.repeat(25_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('de'))).length).toBeLessThan(30_000);
  });
});
