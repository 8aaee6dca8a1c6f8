import { parseLanguage } from '../../text/language';
import { NameLexicon } from '../../lexicon/word-lists';
import { resolveSpans } from '../../text/spans/unite-spans';
import { FieldRecognizer } from './field.recognizer';
import { SearchedText } from '../searched-text';

const recognizer = new FieldRecognizer(NameLexicon.load());
const find = (text: string) =>
  resolveSpans(text, recognizer.find(new SearchedText(text, parseLanguage('de')))).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );

const named = (name: string) => `Names ${name}`;

describe('FieldRecognizer', () => {
  it.each<[string, string[]]>([
    ['{"customer":"Petersen"}', ['Names Petersen']],
    ['{"kunde":{"name":"Petersen","kundennummer":"4711"}}', ['Names Petersen']],
    ['{"first_name":"Will","last_name":"Young"}', ['Names Will', 'Names Young']],
    ['{"name":"Petersen"}', ['Names Petersen']],
    ['{"name":"Will Young"}', ['Names Will Young']],
    ['{"name":"Young","age":31,"email":"w@firma"}', ['Names Young', 'Emails w@firma']],
    ['{"lastName":"petersen"}', ['Names petersen']],
    ['{"patient":"Weber, Max"}', ['Names Weber, Max']],
    ['{"contact":"Frau Dr. Anna Lindner"}', ['Names Anna Lindner']],
    ['{"teilnehmer":["Petersen","Ahlers"]}', ['Names Petersen', 'Names Ahlers']],
    ['{"attendees":"Anna Lindner; Jens Ahlers"}', ['Names Anna Lindner', 'Names Jens Ahlers']],
    ["{'author': 'Müftüoğlu'}", ['Names Müftüoğlu']],
    ['id,name,email\n1,Petersen,p@firma', ['Names Petersen', 'Emails p@firma']],
    ['| Name | Ort |\n|---|---|\n| Petersen | Köln |', ['Names Petersen']],
    ['<kunde><name>Petersen</name></kunde>', ['Names Petersen']],
    ['kunde:\n  name: Petersen', ['Names Petersen']],
    ['nazwisko: Nowak\nimię: Ewa', ['Names Nowak', 'Names Ewa']],
    ['apellidos;nombre\nGarcía Lorca;Federico', ['Names García Lorca', 'Names Federico']],
    ['{"phone":4915112345678}', ['Phone 4915112345678']],
    ['{"phone":"-316","tel":"23 12"}', ['Phone -316', 'Phone 23 12']],
    ['{"fax":[22147101, 22147102]}', ['Phone 22147101', 'Phone 22147102']],
    ['tel;name\n4710 12 / 4710 13;Petersen', ['Phone 4710 12 / 4710 13', 'Names Petersen']],
    ['Telefon: (0171 123456 ab 9 Uhr)', ['Phone 0171 123456']],
    ['phone: 212 555 0199 x12', ['Phone 212 555 0199 x12']],
    ['{"email":"hans@intranet"}', ['Emails hans@intranet']],
    [
      'first,last,phone,mgr\nPaul,Price,,Young\nMia,Young,,Price',
      ['Paul', 'Price', 'Young', 'Mia', 'Young', 'Price'].map(named),
    ],
    ['first\tlast\temail\nPaul\tPrice\t-', ['Names Paul', 'Names Price']],
    ['| first name | last name |\n|---|---|\n| Paul | Price |', ['Names Paul', 'Names Price']],
    ['{"lastName":"Price","manager":"Price"}', ['Names Price', 'Names Price']],
    ['<person><lastname>Price</lastname></person>', ['Names Price']],
    ['person:\n  last_name: Price', ['Names Price']],
    ['Nachname: Rechnung\nVorname: Anna', ['Names Rechnung', 'Names Anna']],
    ['prénom;nom\nAnna;Prix', ['Names Anna', 'Names Prix']],
  ])('in %j finds %j', (text, expected) => expect(find(text)).toEqual(expected));

  it.each([
    '{"customer":null,"name":"n/a","phone":"-","author":"admin"}',
    '{"product":{"name":"Stein"},"file_name":"Petersen","hostname":"hans"}',
    '{"company":{"name":"Petersen"},"customer":"Petersen GmbH"}',
    '{"user":"user","owner":"root","role":"assistant"}',
    '{"phone":true,"phones":2,"phone_verified":1,"phone_type":"mobile"}',
    '{"last_name":"string","first_name":{"type":"string"}}',
    '{"orderId":4915112345678,"zip":50674,"date":"2024-03-17"}',
    'name,price\nStein,12.50',
    '| Kunde | Betrag |\n|---|---|\n| Rechnung | 12345 |',
    'Kontakt\nÜber uns\nImpressum',
    'phone: n/a\nTelefon: siehe 12.03.2024',
    '{"children":[{"name":"Sidebar","type":"div"}]}',
    '{"name":"Project Management"}',
    '{"name":"Standard"}',
    'Tastaturen; Mäuse; Monitore; Client-Computer; Kiosk-PCs; Spiel-PCs; Halter für CDs; IC-Karten; Kabel',
    'Telefon: 24 Stunden erreichbar',
    'Email: hans371...@web.de',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it('returns the same canonical form for a number in digits with its country code as for other spellings', () => {
    const text = '{"phone":4915112345678,"mobil":"0151 12345678","tel":15112345678}';
    const canonical = recognizer
      .find(new SearchedText(text, parseLanguage('de')))
      .map((span) => span.canonical);
    expect(canonical).toEqual(['+4915112345678', '+4915112345678', '+4915112345678']);
  });

  it.each([
    ['labels', 'Name: A, '.repeat(11_000)],
    ['numbers in a field', `{"phone":"${'0171 '.repeat(20_000)}"}`],
    ['names in fields', '{"customer":"Anna Schmidt"},'.repeat(3_500)],
    ['one long name', `{"customer":"${'Anna '.repeat(20_000)}"}`],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('de'))).length).toBeLessThan(30_000);
  });
});
