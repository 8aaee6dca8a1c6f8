import * as fc from 'fast-check';
import { foundIn } from '../../../../testing/numbers/found-in';
import { NameLexicon } from '../../../lexicon/word-lists';
import { FieldRecognizer } from '../field.recognizer';

const recognizer = new FieldRecognizer(NameLexicon.load());
/** Returns a text with marks around the names in its fields. */
const namesIn = (marked: string): string =>
  foundIn(
    {
      name: 'names in fields',
      finds: ['Names'],
      find: (searched) => recognizer.find(searched).filter(({ type }) => type === 'Names'),
    },
    marked,
  );

/** The heads of a first and a last name, in eight languages. */
const HEADS: readonly (readonly [string, string])[] = [
  ['first', 'last'],
  ['given', 'family'],
  ['First', 'Last'],
  ['first_name', 'last_name'],
  ['fname', 'lname'],
  ['Vorname', 'Nachname'],
  ['Vorname', 'Name'],
  ['prénom', 'nom'],
  ['nombre', 'apellidos'],
  ['nome', 'cognome'],
  ['voornaam', 'achternaam'],
  ['imię', 'nazwisko'],
  ['imie', 'nazwisko'],
  ['nome', 'apelido'],
  ['nome', 'sobrenome'],
];
const DELIMITERS = [',', ';', '\t', '|'];

describe.each(HEADS)('the parts of a name in %s and %s', (first, last) => {
  it.each(DELIMITERS)('are found in a table of one row, in both orders, between %j', (sign) => {
    expect(namesIn(`${first}${sign}${last}\n⟦Paul⟧${sign}⟦Price⟧`)).toBe(
      `${first}${sign}${last}\n⟦Paul⟧${sign}⟦Price⟧`,
    );
    expect(namesIn(`${last}${sign}${first}\n⟦Price⟧${sign}⟦Paul⟧`)).toBe(
      `${last}${sign}${first}\n⟦Price⟧${sign}⟦Paul⟧`,
    );
  });

  it('are found in Markdown, JSON, YAML and XML', () => {
    const texts = [
      `| ${first} | ${last} |\n|---|---|\n| ⟦Paul⟧ | ⟦Price⟧ |`,
      `{"${last}":"⟦Price⟧","${first}":"⟦Paul⟧"}`,
      `{"${first}":["⟦Paul⟧","⟦James⟧"],"${last}":"⟦Price⟧"}`,
      `- ${first}: ⟦Paul⟧\n  ${last}: ⟦Price⟧`,
      `<person><${first}>⟦Paul⟧</${first}><${last}>⟦Price⟧</${last}></person>`,
    ];
    expect(texts.map(namesIn)).toEqual(texts);
  });
});

describe('names in records of health care', () => {
  it.each([
    '{"resourceType":"Patient","name":[{"use":"official","family":"⟦Chalmers⟧","given":["⟦Peter⟧","⟦James⟧"]}],"gender":"male"}',
    '{"name":[{"given":["⟦Paul⟧"]}],"active":true}',
    '{"contact":[{"relationship":[{"text":"wife"}],"name":{"family":"⟦Price⟧","given":["⟦Mary⟧"]}}]}',
    '<Patient><name><family value="⟦Price⟧"/><given value="⟦Paul⟧"/></name></Patient>',
    'PID|1||4711^^^H||⟦Price⟧^⟦Paul⟧^J||19740503|M',
    'MSH|^~\\&|LAB|H\rPID|1||4711||⟦Müller⟧^⟦Hans⟧^^^Dr.~⟦Maier⟧^⟦Hans⟧||19740503|M\rNK1|1|⟦Müller⟧^⟦Eva⟧|SPO',
    'PV1|1|I|W^389^1|5|||1234^⟦Brandt⟧^⟦Jana⟧^^^Dr.|5678^⟦Stone⟧^⟦Lee⟧',
    'OBR|1|845439|1045813|1554-5^GLUCOSE|||20240215|||||||||5555^⟦Primary⟧^⟦Patricia⟧',
    'PID|1||4711||⟦van Dyk⟧&van&Dyk^⟦Noor⟧',
    'first,middle,last\n⟦Paul⟧,⟦Lee⟧,⟦Stone⟧',
  ])('are found in %j', (marked) => expect(namesIn(marked)).toBe(marked));

  it.each([
    'first,last\n1,20',
    'first,last\n0.5,0.9',
    '{"links":{"first":"/users?page=1","last":"/users?page=9"}}',
    '{"first":"10","last":"20"}',
    '{"font":{"family":"Roboto","size":12}}',
    'OBX|1|NM|1554-5^GLUCOSE^POST||182|mg/dl',
    'start,end\nApril,May',
    'PIDs are Price^Paul | of a process',
  ])('are not seen in %j', (text) => expect(namesIn(text)).toBe(text));

  it('are found at every position of a segment, whatever the other fields contain', () => {
    const other = fc.stringMatching(/^[A-Z0-9 .^&~]{0,12}$/);
    fc.assert(
      fc.property(fc.array(other, { minLength: 4, maxLength: 4 }), other, (before, behind) => {
        const [set, one, two, three] = before;
        const text = `PID|${set}|${one}|${two}|${three}|⟦Price⟧^⟦Paul⟧|${behind}`;
        expect(namesIn(text)).toContain('|⟦Price⟧^⟦Paul⟧|');
      }),
    );
  });
});
