import { TimeSlice } from '@app/common';
import fc from 'fast-check';
import { hide, hiderOf, restoringOf } from '../testing/hiding';
import { jsonPieces, patchesOf, spliced } from './json-pieces';

const NAMES = ['Hans Müller', 'Schmidt', 'Eva Petersen'];

const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const number = fc.constantFrom('1312345678901234567', '1e400', '10.10', '-0', '1E+2', '0.30000000000000004');
const escaped = fc.constantFrom(
  '\\u00fc',
  '\\/',
  '\\n',
  '\\"',
  '\\\\',
  '\\ud83d\\ude00',
  '\\ud800',
  '\\u0000',
);
const words = fc.constantFrom('owes', 'Straße', ' und ', '…', ' ', '__proto__', 'constructor');
const ordinary = fc.array(fc.oneof(words, escaped), { maxLength: 4 }).map((parts) => parts.join(''));
const telling = fc
  .tuple(ordinary, fc.constantFrom(...NAMES, ''), ordinary)
  .map(([before, name, after]) => `${before} ${name} ${after}`);

/** JSON with unusual layouts, duplicate keys, escapes of all kinds, and numbers that no number type can represent. */
const jsonOf = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        number,
        fc.constantFrom('true', 'false', 'null'),
        text.map((inside) => `"${inside}"`),
      ),
      tie('list'),
      tie('object'),
    ),
    list: fc
      .tuple(blank, fc.array(tie('value'), { maxLength: 4 }), blank)
      .map(([a, values, b]) => `[${a}${values.join(`${b},${a}`)}${b}]`),
    object: fc
      .tuple(
        blank,
        fc.array(fc.tuple(fc.oneof(text, fc.constant('id')), tie('value')), { maxLength: 4 }),
        blank,
      )
      .map(
        ([a, entries, b]) =>
          `{${entries.map(([key, value]) => `${a}"${key}"${b}:${a}${value}`).join(',')}${b}}`,
      ),
  })).object;

const toolAnswered = (content: string) => ({
  model: 'm',
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: content } }],
    },
    { role: 'tool', tool_call_id: 'c', content },
  ],
});

interface Sent {
  messages: { role: string; content: string; tool_calls: { function: { arguments: string } }[] }[];
}
const textsOf = ({ body }: { body: unknown }): string[] => {
  const { messages } = body as Sent;
  const call = messages.find(({ role }) => role === 'assistant')?.tool_calls[0];
  return [call?.function.arguments ?? '', messages.at(-1)?.content ?? ''];
};

describe('JSON of tool calls and tool answers', () => {
  it('is sent byte for byte if nothing is found in it', async () => {
    const nobody = hiderOf([]);
    const json = fc.oneof(
      fc.json(),
      fc.json().map((text) => text.slice(0, -1)),
      jsonOf(ordinary),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(json, async (text) => {
        expect(textsOf(await hide(nobody, toolAnswered(text)))).toEqual([text, text]);
      }),
    );
  });

  it.each([String.raw`{"id":"\"\"\\\\ Hans Müller \u00fc"}`, String.raw`{"id":"\"\\ Hans Müller \u00fc\""}`])(
    'is restored if escapes precede a name: %s',
    async (text) => {
      const hidden = await hide(hiderOf(NAMES), toolAnswered(text), { style: 'surrogates' });
      const { restorer } = await restoringOf(hidden);
      for (const sent of textsOf(hidden)) expect(await restorer.restoreJson(sent)).toBe(text);
    },
  );

  it('contains no name when it is sent, keeps its numbers and layout, and is restored byte for byte', async () => {
    const hider = hiderOf(NAMES);
    const withoutStrings = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    await fc.assert(
      fc.asyncProperty(
        jsonOf(telling),
        fc.constantFrom('surrogates' as const, 'placeholders' as const),
        async (text, style) => {
          const hidden = await hide(hider, toolAnswered(text), { style });
          const { restorer } = await restoringOf(hidden);
          for (const sent of textsOf(hidden)) {
            for (const name of NAMES) expect(sent).not.toContain(name);
            expect(withoutStrings(sent)).toBe(withoutStrings(text));
            expect(await restorer.restoreJson(sent)).toBe(text);
          }
        },
      ),
    );
  });

  it('is restored with the same values if a name itself is written in escapes', async () => {
    const hider = hiderOf(NAMES);
    const inEscapes = fc.constantFrom(
      'Hans M\\u00fcller',
      'S\\u0063hmidt',
      '\\u0045va Petersen',
      'x\\u0040y.de',
    );
    const text = fc.tuple(ordinary, inEscapes, ordinary).map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(jsonOf(text), async (json) => {
        const hidden = await hide(hider, toolAnswered(json));
        const { restorer } = await restoringOf(hidden);
        for (const sent of textsOf(hidden)) {
          for (const name of [...NAMES, 'x@y.de'])
            expect(JSON.stringify(JSON.parse(sent))).not.toContain(name);
          expect(JSON.parse(await restorer.restoreJson(sent))).toEqual(JSON.parse(json));
        }
      }),
    );
  });

  it('has the right offsets, however it is escaped', async () => {
    const text = '{ "a\\u002fb" : ["M\\u00fcller\\n", "x"] }';
    const pieces = (await jsonPieces(text, new TimeSlice())) ?? [];
    expect(pieces.map((piece) => [piece.kind, piece.text])).toEqual([
      ['key', 'a/b'],
      ['string', 'Müller\n'],
      ['string', 'x'],
    ]);
    const hidden = {
      text: 'Weber\n',
      detected: [{ start: 0, end: 6, type: 'Names' as const }],
      replacements: [{ type: 'Names' as const, original: 'Müller', replacement: 'Weber' }],
      parts: ['Weber\n'],
      changes: [],
      left: 0,
    };
    expect(spliced(text, patchesOf(pieces[1]!, hidden))).toBe('{ "a\\u002fb" : ["Weber\\n", "x"] }');
  });

  it.each(['"a\\n', '["a\\n', '{"a\\n', '{"\\u00e9'])(
    'is read in slices if its strings have many escapes: %s',
    async (beginning) => {
      const slice = new TimeSlice();
      jest.spyOn(slice, 'isOver', 'get').mockReturnValue(true);
      const next = jest.spyOn(slice, 'next').mockResolvedValue();
      const escapes = 10_000;
      const [piece] = (await jsonPieces(beginning.padEnd(4) + '\\n'.repeat(escapes), slice))!;
      expect(piece?.kind).toBe('string');
      // Finding the end, and decoding
      expect(next.mock.calls.length).toBeGreaterThan(2 * escapes);
    },
  );

  it.each(['["a\\x"]', '["a\nb"]', '["a" // b\n]', '[/* b */]', '["\\u12"]', '["a" b]'])(
    'is no JSON if it cannot be read as JSON: %s',
    async (text) => {
      const pieces = await jsonPieces(text, new TimeSlice());
      expect(pieces?.filter(({ kind }) => kind !== 'text') ?? []).toEqual([]);
    },
  );

  it.each(['["a', '["a\\', '["a\\u', '["a\\u00e'])(
    'is JSON if it is cut within a string: %s',
    async (text) => {
      const pieces = await jsonPieces(text, new TimeSlice());
      expect(pieces?.map(({ kind, start, end }) => ({ kind, start, end }))).toEqual([
        { kind: 'string', start: 2, end: text.length },
      ]);
    },
  );

  it('is read in one pass, however deeply it is nested', async () => {
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    expect(await jsonPieces(deep, new TimeSlice())).toHaveLength(50_000);
  });
});
