import * as fc from 'fast-check';
import { FieldKinds, kindOfKey } from './field-kinds';
import { readFields } from './read-fields';
import { headsAt } from './read-tables';

/** `path=value` of every field of a text. */
const fieldsOf = (text: string) =>
  readFields(text).map(({ path, start, end }) => `${path.join('/')}=${text.slice(start, end)}`);

function kindsIn(text: string) {
  const kinds = new FieldKinds();
  return readFields(text).map((field) => kinds.of(field));
}

describe('readFields', () => {
  it.each<[string, string, string[]]>([
    ['JSON', '{"customer": {"name": "Petersen"}, "n": 12}', ['customer/name=Petersen', 'n=12']],
    ['JSON lines', '{"name":"A"}\n{"name":"B"}', ['name=A', 'name=B']],
    ['several values in a row', '{"name":"A"}{"name":"B"}', ['name=A', 'name=B']],
    ['JSON cut off at its end', '[{"name":"A","phone":"01', ['name=A', 'phone=01']],
    ['JSON cut off at its beginning', 'ersen","phone":"0171","name":"A"}]', ['phone=0171', 'name=A']],
    ['lists', '{"phones":["0171", 172, {"home":"173"}]}', ['phones=0171', 'phones=172', 'phones/home=173']],
    ['duplicate keys', '{"name":"A","name":"B"}', ['name=A', 'name=B']],
    ['escapes in strings', '{"name":"A \\"B\\" C","x":"\\\\"}', ['name=A \\"B\\" C', 'x=\\\\']],
    ['JSON written into a string', '{"body":"{"name":"A"}"}', ['name=A']],
    [
      'Python and JavaScript',
      "{'name': 'A', 'ok': None} {name: 'B', tel: 12}",
      ['name=A', 'name=B', 'tel=12'],
    ],
    ['a block of code in a text', 'See:\n```json\n{"name": "A"}\n```\nBye', ['name=A']],
    [
      'YAML',
      'customer:\n  name: A\n  tels:\n    - 0171\n    - 0172\nid: 3',
      ['customer/name=A', 'customer/tels=0171', 'customer/tels=0172', 'id=3'],
    ],
    [
      'lists of objects in YAML',
      '- name: A\n  tel: 1\n- name: B\n  tel: 2',
      ['name=A', 'tel=1', 'name=B', 'tel=2'],
    ],
    ['settings', 'NAME=A\nphone = "0171"', ['NAME=A', 'phone=0171']],
    ['a form', 'Name: A\nTelefon (privat): 0171\n**Fax:** 12', ['Name=A', 'Telefon (privat)=0171', 'Fax=12']],
    ['a form in one line', 'Name: A | Tel: 12 | Fax: 13', ['Name=A', 'Tel=12', 'Fax=13']],
    ['a form whose values stand below', 'Phone\n212 555\nEmail\na@b', ['Phone=212 555', 'Email=a@b']],
    ['a vCard', 'TEL;TYPE=CELL:+1-917\nFN:Ann', ['TEL=+1-917', 'full name=Ann']],
    ['XML', '<c><name>A</name><tel art="p">12</tel></c>', ['c/name=A', 'c/tel/art=p', 'c/tel=12']],
    ['attributes', '<contact name="A" tel="12"/>', ['contact/A/tel=12', 'contact/A/name=A']],
    ['a field of a form in HTML', '<input name="phone" value="12">', ['input/phone/value=12']],
    [
      'a table in HTML',
      '<table><tr><th>Name<th>Tel</tr><tr><td>A</td><td>12</td></tr></table>',
      ['Name=A', 'Tel=12'],
    ],
    ['a list of terms', '<dl><dt>Phone</dt><dd>12</dd></dl>', ['Phone=12']],
    ['semicolons', 'name;tel\nA;12\n"B; C";13', ['name=A', 'tel=12', 'name=B; C', 'tel=13']],
    ['commas', 'id,name,phone\n1,A,12', ['id=1', 'name=A', 'phone=12']],
    ['tabs', 'name\ttel\nA\t12', ['name=A', 'tel=12']],
    ['bars without a rule', 'name|tel\nA|12', ['name=A', 'tel=12']],
    [
      'Markdown',
      '| Name | Tel |\n|:--|---:|\n| A | 12 |\n| **B** | 13 |',
      ['Name=A', 'Tel=12', 'Name=B', 'Tel=13'],
    ],
    ['columns parted by blanks', 'Name      Tel\nA         12', ['Name=A', 'Tel=12']],
    ['a table that names its values itself', 'Name;A\nTelefon;12', ['Name=A', 'Telefon=12']],
    [
      'HL7 v2',
      'PID|1||4711^^^H||Price^Paul||19740503|M|||Mill Road 1^^Leeds^^LS1||0113 1',
      [
        'patient id=4711',
        'last name=Price',
        'first name=Paul',
        'birthdate=19740503',
        'address=Mill Road 1^^Leeds^^LS1',
        'phone=0113 1',
      ],
    ],
    ['columns that are the parts of a name', 'last,first\nB,A', ['last=B', 'first=A']],
    ['a row of another length', 'name;tel\nA;12\nB\nname;tel\nC;13', ['name=A', 'name=C']],
  ])('reads %s', (_, text, expected) => expect(fieldsOf(text)).toEqual(expect.arrayContaining(expected)));

  it.each([
    'We met Anna, Bob and Carl, who said: hello.',
    'He said "Hello" and left, as "always".',
    'Name, phone and address are needed.\nPlease send them, thank you, today.',
    'a < b and c > d',
  ])('assigns no kind in %j', (text) => {
    expect(kindsIn(text).filter((kind) => kind === 'phone' || kind === 'fullName')).toEqual([]);
  });

  it('returns every value with its offsets, for any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      ';',
      '|',
      '\n',
      '\t',
      '  ',
      '\\',
      '<a>',
      '</a>',
      '<b c="d">',
      'name',
      'tel',
      '-',
      '12',
      'Ä',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        for (const { start, end, path } of readFields(text)) {
          expect(path.length).toBeGreaterThan(0);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('finds each value of an object that JSON.stringify wrote, truncated anywhere', () => {
    const value = fc.oneof(
      fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== ''),
      fc.integer(),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'tel', 'a', 'b'), value),
        fc.nat(4),
        (object, indent) => {
          const text = JSON.stringify({ outer: [object] }, null, indent);
          for (const [key, inner] of Object.entries(object)) {
            const written = JSON.stringify(inner).replace(/^"|"$/g, '');
            if (/^\s*[{[]/.test(String(inner)) || written.trim() !== written) continue;
            expect(fieldsOf(text)).toContain(`outer/${key}=${written}`);
          }
        },
      ),
    );
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['braces', '{'.repeat(100_000)],
    ['objects in objects', '{"a":'.repeat(20_000)],
    ['quotes', '"'.repeat(100_000)],
    ['escaped quotes', '"\\'.repeat(50_000)],
    ['strings that open objects', '"{"a'.repeat(25_000)],
    ['keys', '"a":"b",'.repeat(12_000)],
    ['blanks after a key', `{"a":${' '.repeat(100_000)}`],
    ['blocks', 'a:\n'.repeat(33_000)],
    ['deep blocks', Array.from({ length: 440 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['tags', '<a>'.repeat(33_000)],
    ['tags that close nothing', `${'<a>'.repeat(150)}${'</b>'.repeat(24_000)}`],
    ['open angles', '<'.repeat(100_000)],
    ['a tag of blanks', `<a${' '.repeat(100_000)}`],
    ['elements beside each other', `<a>${'<tel b="c"/>'.repeat(8_000)}`],
    ['bars', '|'.repeat(100_000)],
    ['heads', 'name,phone\n'.repeat(9_000)],
    ['a wide table', `${'name  phone  '.repeat(3_500)}\n${'a  b  '.repeat(7_000)}`],
    ['colons', ':'.repeat(100_000)],
    ['labels', 'Name: '.repeat(16_000)],
    ['blanks', ' '.repeat(100_000)],
    ['line ends', '\n'.repeat(100_000)],
    ['lists of apostrophes', "[,'".repeat(33_000)],
    ['escaped quotes before a brace', `"${'\\"'.repeat(50_000)}{"a`],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(kindsIn(text).length).toBeLessThan(100_000);
  });
});

describe('headsAt', () => {
  it('returns the heads of the table at each position', () => {
    const text = 'Intro\nname;tel\nA;12\nB;13\n\nText\nmore text here';
    const places = ['Intro', 'name', 'A;12', 'B;13', 'more'].map((piece) => text.indexOf(piece));
    expect(headsAt(text, places)).toEqual([null, 'name;tel', 'name;tel', 'name;tel', null]);
  });
});

describe('the kinds of keys', () => {
  it.each([
    [
      'phone',
      [
        'phone',
        'customerPhone',
        'PHONE_NUMBER',
        'Telefon (privat)',
        'Mobilnummer',
        'tel.',
        'téléphone',
        'numero_portable',
        'teléfono',
        'móvil',
        'cellulare',
        'telefoonnummer',
        'nr telefonu',
        'telemóvel',
        'kontaktTelefon',
        'Handy-Nr.',
        'phones',
        'tel2',
      ],
    ],
    ['extension', ['Durchwahl', 'ext', 'toestel', 'ramal']],
    ['email', ['email', 'E-Mail-Adresse', 'contactEmail', 'courriel', 'correo electrónico', 'mailadres']],
    ['firstName', ['firstName', 'first_name', 'Vorname', 'prénom', 'given-name', 'imię']],
    ['lastName', ['lastName', 'Nachname', 'apellidos', 'cognome', 'achternaam', 'nazwisko']],
    ['fullName', ['fullName', 'customer_name', 'Name des Kunden', 'nombre completo', 'Vor- und Nachname']],
    ['person', ['customer', 'Kunde', 'Ansprechpartner', 'contact', 'author', 'patient', 'klant', 'cliente']],
    [
      'reference',
      [
        'order_id',
        'customerNumber',
        'Kundennummer',
        'Rechnungsnr.',
        'invoiceNo',
        'userId',
        'numéro de commande',
      ],
    ],
    ['thing', ['productName', 'file_name', 'hostname', 'username', 'eventName']],
    ['organization', ['company', 'companyName', 'Firma']],
    ['property', ['phone_verified', 'phoneType', 'mobile_provider', 'phone price', 'email_status']],
    ['postcode', ['zip', 'PLZ', 'code postal']],
  ])('%s: %j', (kind, keys) =>
    expect(keys.map((key) => [key, kindOfKey(key)])).toEqual(keys.map((key) => [key, kind])),
  );

  it.each([
    ['{"product":{"name":"Stein"}}', 'thing'],
    ['{"company":{"name":"Stein"}}', 'organization'],
    ['{"customer":{"name":"Stein"}}', 'fullName'],
    ['{"name":"Stein","price":12}', 'thing'],
    ['{"name":"Stein","email":"a@b"}', 'fullName'],
    ['{"name":"Stein"}', 'name'],
    ['{"phone":{"number":"12"}}', 'phone'],
    ['{"phone":{"type":"mobile"}}', 'property'],
  ])('in %j the first name indicates %s', (text, kind) => {
    expect(kindsIn(text)[0]).toBe(kind);
  });
});
