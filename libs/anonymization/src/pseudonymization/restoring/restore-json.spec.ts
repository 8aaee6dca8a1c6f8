import * as fc from 'fast-check';
import { EntityTable } from '../entities/entity-table';
import { anonymize } from '../replacing/anonymize';
import { Restorer } from './restore';
import { MAX_STRINGS } from './restore-json';

const PHONE = '+49 30 1234567';
const NAME = 'Hans "Hansi" Müller';
const LANGUAGE = { code: 'de' as const, regions: ['DE' as const] };

/** Surrogates of a name and a number, and a restorer for them. */
async function scene() {
  const table = EntityTable.create('surrogates');
  const text = `${NAME}, ${PHONE}`;
  const [hidden] = await anonymize(table, [
    {
      text,
      spans: [
        { start: 0, end: NAME.length, type: 'Names' },
        { start: NAME.length + 2, end: text.length, type: 'Phone', canonical: '+49301234567' },
      ],
      choices: ['Names', 'Phone'],
      language: LANGUAGE,
    },
  ]);
  const restorer = await Restorer.prepare(table, [hidden!.text]);
  const [name, phone] = hidden!.replacements.map(({ replacement }) => replacement);
  return { restorer, name: name!, phone: phone! };
}

describe('JSON that a model wrote', () => {
  it('is restored in strings and keys, with escapes, and otherwise unchanged byte for byte', async () => {
    const { restorer, name, phone } = await scene();
    const digits = phone.replace(/\D/g, '');
    const written = `{ "a" : ["${name}", ${digits}, 10.10],\n"${phone}":1e400, "a":"\\u00fc\\/ ${name}" }`;
    const own = JSON.stringify(NAME).slice(1, -1);
    expect(await restorer.restoreJson(written)).toBe(
      `{ "a" : ["${own}", ${digits}, 10.10],\n"${PHONE}":1e400, "a":"\\u00fc\\/ ${own}" }`,
    );
  });

  it('is refused if it has more strings than a text may contain', async () => {
    const { restorer } = await scene();
    const strings = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ''));
    await expect(restorer.restoreJson(strings(MAX_STRINGS))).resolves.toBe(strings(MAX_STRINGS));
    await expect(restorer.restoreJson(strings(MAX_STRINGS + 1))).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('is restored as plain text if it is not JSON', async () => {
    const { restorer, name } = await scene();
    expect(await restorer.restoreJson(`Sorry, ${name}`)).toBe('Sorry, Hans \\"Hansi\\" Müller');
  });

  it('is the same wherever it is cut', async () => {
    const { restorer, name, phone } = await scene();
    const piece = fc.constantFrom(
      name,
      phone,
      '"',
      '\\"',
      '\\\\',
      '\\n',
      '{',
      ']',
      ':',
      ',',
      ' ',
      '7',
      'ü',
      'a@b',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(fc.nat(12), { minLength: 1 }), async (pieces, sizes) => {
        const text = pieces.join('');
        const restoring = restorer.beginJson();
        let shown = '';
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const end = at + 1 + sizes[i % sizes.length]!;
          shown += await restoring.write(text.slice(at, end));
          at = end;
        }
        expect(shown + (await restoring.end())).toBe(await restorer.restoreJson(text));
      }),
    );
  });
});
