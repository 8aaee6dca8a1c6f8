import { restore } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { REPLACEMENT_STYLES, type EntityType } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import { anonymize } from './anonymize';

const ALL: readonly EntityType[] = ['Names', 'Emails', 'Phone'];
const FIRST = [
  'Hans',
  'Anna',
  'Karl-Heinz',
  'Zoë',
  'Mary',
  'Jürgen',
  'Ayşe',
  'Petra',
  'Holger',
  'Will',
  'Li',
];
const LAST = [
  'Müller',
  'Mueller',
  'Schmidt',
  'Peters',
  'O’Brien',
  'von der Aue',
  'Yılmaz',
  'Groß',
  'Jones',
  'Weber',
  'Lehmann',
];

const name = fc
  .tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST))
  .chain(([first, last]) =>
    fc.constantFrom(
      `${first} ${last}`,
      `${last}, ${first}`,
      `${first} ${last}`.toUpperCase(),
      `${first.charAt(0)}. ${last}`,
      last,
      `${first}\u00a0${last}`,
    ),
  );
const email = fc
  .tuple(
    fc.constantFrom('hans.mueller', 'mj77', 'info', 'a.schmidt', 'petersh'),
    fc.constantFrom('firma.de', 'mail.uk', 'x.org'),
  )
  .map(([local, domain]) => `{E:${local}@${domain}}`);
const phone = fc
  .integer({ min: 1_000_000, max: 9_999_999 })
  .chain((digits) =>
    fc.constantFrom(
      `{P+4930${digits}:030/${digits}}`,
      `{P+4930${digits}:+49 30 ${digits}}`,
      `{P+49171${digits}:0171 ${digits}}`,
    ),
  );
const value = fc.oneof(
  name.map((written) => `{N:${written}}`),
  name,
  email,
  phone,
);
const filler = fc.constantFrom(
  ' kommt morgen. ',
  ', ',
  ' und ',
  '\n',
  ' (',
  ') ',
  ' sagt: „',
  '“ ',
  ' asked about ',
  ' - ',
  '; Tel. ',
  ' [NAME_1] ',
  ' NAME_2 ',
);
const text = fc
  .array(fc.tuple(value, filler), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.flat().join(''));

describe.each(REPLACEMENT_STYLES)('a value that is hidden with %s', (style) => {
  const language = parseLanguage('de');

  it('is nowhere in the sent text, and is restored byte for byte, in every turn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (turns) => {
        let table = EntityTable.create(style);
        const inputs = turns.map((turn) => ({ ...markedText(turn), choices: ALL, language }));
        for (let turn = 1; turn <= inputs.length; turn += 1) {
          const replayed = inputs.slice(0, turn);
          const sent = await anonymize(table, replayed);
          const messages = sent.map((message) => message.text);
          const issued = new Set([...table.forms()].map(({ form }) => form.replacement));
          for (const [index, message] of sent.entries()) {
            const original = replayed[index]?.text ?? '';
            expect(await restore(message.text, table, messages)).toBe(original);
            const rest = without(
              message.text,
              message.replacements.map(({ replacement }) => replacement),
            );
            // A late real name may be spelled like an earlier surrogate, which still replaces its own value.
            const originals = [...table.forms()]
              .map(({ form }) => form.original)
              .filter((one) => !issued.has(one));
            expect(originals.filter((original) => standsIn(rest, original))).toEqual([]);
          }
          table = await EntityTable.read(await table.write());
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is hidden by a replacement that replaces no other value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (turns) => {
        const table = EntityTable.create(style);
        for (const turn of turns) await anonymize(table, [{ ...markedText(turn), choices: ALL, language }]);
        const behind = new Map<string, string>();
        for (const { form } of table.forms()) {
          expect(behind.get(form.replacement) ?? form.original).toBe(form.original);
          behind.set(form.replacement, form.original);
        }
      }),
      { numRuns: 100 },
    );
  });
});

function without(message: string, replacements: readonly string[]): string {
  return replacements
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, one) => rest.replaceAll(one, '\u0000'), message);
}

function standsIn(rest: string, original: string): boolean {
  if (!rest.includes(original)) return false;
  const escaped = original.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'u').test(rest);
}
