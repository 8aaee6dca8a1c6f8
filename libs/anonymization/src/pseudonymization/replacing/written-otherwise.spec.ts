import { hide as hideText, restore } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { WRITTEN_FORMS } from '../../../testing/written-forms/forms';
import { leftOver } from '../../../testing/written-forms/left-over';
import { VALUES } from '../../../testing/written-forms/values';
import { EntityTable } from '../entities/entity-table';
import { BASIC_TYPES, type BasicType, REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import type { Span } from '../../text/spans/span';

const language = parseLanguage('de');
/** Spellings of an address that recognizers detect, but that a table does not find again by itself. */
const UNKNOWN_AGAIN = new Set(['blank before @', 'blank after @', 'blanks around @', 'spelled out']);

const hide = (table: EntityTable, marked: string) =>
  hideText(table, { ...markedText(marked), choices: BASIC_TYPES, language });

describe('A value with an empty decoded form', () => {
  it.each(['`', '\u200b', '**'])('is restored, and found again immediately: %j', async (markup) => {
    const text = `${markup}g\\u00fc${markup}`;
    const spans = [{ start: 0, end: markup.length, type: 'Phone' as const }];
    const table = EntityTable.create('placeholders');
    const { text: sent } = await hideText(table, { text, spans, choices: BASIC_TYPES, language });
    expect(await restore(sent, table, [sent])).toBe(text);
  });
});

describe('One value written in two ways', () => {
  it.each([
    ['{N:Bj\\u00f6rn Sch\\u00e4fer}', '{N:Björn Schäfer}'],
    ['{N:Björn Schäfer}', '{N:Bj&ouml;rn</b> <b>Sch&auml;fer}'],
    ['{N:Björn Schäfer}', '{N:Bj%C3%B6rn%20Sch%C3%A4fer}'],
  ])('is one person with two forms: %s, %s', async (one, other) => {
    const table = EntityTable.create('placeholders');
    expect((await hide(table, `${one} und ${other}.`)).text).toBe('[NAME_1] und [NAME_1B].');
  });

  it.each(REPLACEMENT_STYLES)('is found again at any position (%s)', async (style) => {
    const told =
      'Das ist {N:Björn Schäfer}, {E:b.schaefer@gruen-weiss.de}, {P+498945678231:+49 89 45678 231}.';
    const written = [
      'Bj\\u00f6rn Sch\\u00e4fer',
      'Bj\\\\u00f6rn',
      'Sch&auml;fer',
      'Sch=C3=A4fer',
      'Sch\u00ad\u00e4fer',
      'Scha\u0308fer',
      '**Björn** Schäfer',
      '<i>Bj</i>örn',
      'b.schaefer&#64;gruen-weiss.de',
      'b.schaefer=40gruen\u2011weiss.de',
      'b\\.schaefer@gruen\\-weiss.de',
      '\\u002b49 89 45678 231',
      '+49\u202f89\u202f45678\u202f231',
      '&#43;49 89 45678&nbsp;231',
    ];
    for (const value of written) {
      const table = EntityTable.create(style);
      await hide(table, told);
      const stored = await EntityTable.read(await table.write());
      const text = `{"note":"${value} war da"}`;
      const { text: sent } = await hideText(stored, { text, spans: [], choices: [], language });
      expect(sent).not.toContain(value);
      for (const [type, known] of [
        ['Names', 'Björn Schäfer'],
        ['Emails', 'b.schaefer@gruen-weiss.de'],
        ['Phone', '+49 89 45678 231'],
      ] as const)
        expect([value, leftOver(sent, known, type)]).not.toEqual([value, 'whole']);
      expect(await restore(sent, stored, [sent])).toBe(text);
    }
  });

  it('is found again in its decoded form if the table contains only its escaped form', async () => {
    const table = EntityTable.create('surrogates');
    await hide(table, '{"name":"{N:Bj\\u00f6rn Sch\\u00e4fer}","mail":"{E:b.sch\\u00e4fer@web.de}"}');
    const stored = await EntityTable.read(await table.write());
    const { text } = await hide(stored, 'Björn Schäfer (b.schäfer@web.de) fehlt.');
    expect(text).not.toMatch(/Björn|Schäfer|schäfer/);
  });
});

describe('The replacement of an escaped value', () => {
  it.each(REPLACEMENT_STYLES)('keeps JSON valid, and a nested string (%s)', async (style) => {
    const inner = JSON.stringify({ name: 'Björn "Bob" Schäfer', city: 'Köln\n' }).replace(
      /[^ -~]/g,
      (c) => `\\u00${c.charCodeAt(0).toString(16)}`,
    );
    const text = JSON.stringify({ log: inner, n: 12.5e3 });
    const name = 'Bj\\\\u00f6rn \\\\\\"Bob\\\\\\" Sch\\\\u00e4fer';
    const start = text.indexOf(name);
    const spans: Span[] = [{ start, end: start + name.length, type: 'Names' }];
    const table = EntityTable.create(style);
    const { text: sent } = await hideText(table, { text, spans, choices: BASIC_TYPES, language });
    const outer = JSON.parse(sent) as { log: string };
    const read = JSON.parse(outer.log) as { name: string; city: string };
    expect(read.city).toBe('Köln\n');
    expect(read.name).not.toMatch(/Björn|Schäfer/);
    expect(await restore(sent, table, [sent])).toBe(text);
  });
});

describe.each(REPLACEMENT_STYLES)('Any texts with values in any forms (%s)', (style) => {
  const written = fc.constantFrom(...BASIC_TYPES).chain((type) =>
    fc.record({
      type: fc.constant(type),
      value: fc.constantFrom(...VALUES[type]),
      form: fc.constantFrom(
        ...WRITTEN_FORMS.filter(({ name, types }) => types.includes(type) && !UNKNOWN_AGAIN.has(name)),
      ),
    }),
  );
  const between = fc.constantFrom(
    ' ',
    ' und ',
    ', ',
    '\n',
    '"',
    '{"a":"',
    '"}',
    ' <td>',
    '. ',
    '\\n',
    ' %20 ',
    ' \u00ad ',
    '&nbsp;',
    ' **',
  );

  it('are restored byte for byte, and no found value is sent in another form', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(written, between), { minLength: 1, maxLength: 6 }),
        async (pieces) => {
          const table = EntityTable.create(style);
          const turns: string[] = [];
          for (const isFound of [true, false]) {
            let text = '';
            const spans: Span[] = [];
            for (const [{ type, value, form }, gap] of pieces) {
              text += gap;
              const shown = isFound ? value : (form.write(value) ?? value);
              if (isFound) spans.push(spanOf(type, value, text.length));
              text += `${shown} `;
            }
            const { text: sent } = await hideText(table, { text, spans, choices: BASIC_TYPES, language });
            expect(await restore(sent, table, [sent])).toBe(text);
            turns.push(sent);
          }
          for (const [{ type, value, form }] of pieces) {
            for (const sent of turns)
              expect([form.name, value, leftOver(sent, value, type)]).not.toContain('whole');
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

function spanOf(type: BasicType, value: string, start: number): Span {
  const canonical = type === 'Emails' ? value : type === 'Phone' ? value.replace(/\D/g, '') : undefined;
  return { start, end: start + value.length, type, ...(canonical !== undefined && { canonical }) };
}
