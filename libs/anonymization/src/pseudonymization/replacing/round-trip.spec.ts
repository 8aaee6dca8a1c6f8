import { hide as hideText, restore, restoreStream } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { type EntityType, REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import type { Span } from '../../text/spans/span';
import { anonymize } from './anonymize';

const german = parseLanguage('de');
const ALL: EntityType[] = ['Names', 'Emails', 'Phone'];

describe.each(REPLACEMENT_STYLES)('round trip with %s', (style) => {
  const hide = async (marked: string, table = EntityTable.create(style), choices = ALL) => {
    const { text, spans } = markedText(marked);
    return { original: text, table, ...(await hideText(table, { text, spans, choices, language: german })) };
  };

  it.each([
    'Herr {N:Hans Müller} (hans.mueller@firma.de) bittet um Rückruf.',
    '{N:Hans Müller} und {N:Anna Müller}, Tel. {P+49301234567:030/1234567}, {E:hans.mueller@firma.de}',
    '{N:Müllers} Vertrag. {N:MÜLLER}, {N:Müller, Hans}; {N:H. Müller}',
    '{N:Hans-Peter von der Lühe} traf {N:Mary O’Brien}.',
    'a{N:b}c {N:$$$} {N:[NAME_1]} {N:x y}',
  ])('restores %j byte for byte', async (marked) => {
    const { text, table, original } = await hide(marked);
    expect(await restore(text, table, [text])).toBe(original);
    const { spans } = markedText(marked);
    for (const { start, end, type } of spans)
      if (type === 'Names' && end - start > 3) expect(text).not.toContain(original.slice(start, end));
  });

  it.each([' ', '-', ', '])(
    'does not change an initial, even if the name is next to other names elsewhere (%j)',
    async (joint) => {
      for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const table = EntityTable.create(style);
        const texts = [`${letter}. {N:Weber} kommt.`, `{N:Hans}${joint}{N:Weber} kommt.`].map(markedText);
        const sent = (
          await anonymize(
            table,
            texts.map((text) => ({ ...text, choices: ALL, language: german })),
          )
        ).map(({ text }) => text);
        for (const [i, text] of sent.entries()) expect(await restore(text, table, sent)).toBe(texts[i]!.text);
      }
    },
  );

  it('restores any text with any spans', async () => {
    const word = fc.constantFrom(
      'Hans',
      'Müller',
      'Mu\u0308ller',
      'MÜLLER',
      'müllers',
      'Anna',
      'Jan',
      'Weber',
      'von',
      'H.',
      '[NAME_1]',
      'NAME_1',
      'Name',
      '1',
      '[',
      ']',
      '@',
      'firma.de',
      'hans@firma.de',
      'https://x.de/?q=',
      '030',
      '1234567',
      '+49',
      '/',
      '-',
      "'s",
      '’',
      '"',
      '<',
      '>',
      '](',
      '\\n',
      '\\u00fc',
      '\n',
      ' ',
      ' ',
      ' ',
      ', ',
      '.',
      's',
      '\0',
      '\u0301',
      'שלום',
      '😀',
      '\t',
      'Sabine',
      'Lindner',
      'Weber-Lindner',
    );
    const text = fc
      .array(fc.oneof({ weight: 6, arbitrary: word }, fc.string({ maxLength: 3 })), { maxLength: 20 })
      .map((words) => words.join(''));
    const cuts = fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom(...ALL)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, cuts), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
        async (turns, steps) => {
          const table = EntityTable.create(style);
          for (const [raw, positions] of turns) {
            const written = Buffer.from(raw).toString();
            const spans = spansFrom(written, positions);
            const { text: out } = await hideText(table, {
              text: written,
              spans,
              choices: ALL,
              language: german,
            });
            expect(await restore(out, table, [out])).toBe(written);
            const stream = await restoreStream(table, [out]);
            let streamed = '';
            let at = 0;
            for (let i = 0; at < out.length; i += 1) {
              const size = (steps[i % steps.length] ?? 0) + 1;
              streamed += await stream.write(out.slice(at, at + size));
              at += size;
            }
            expect(streamed + (await stream.end())).toBe(written);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

function spansFrom(text: string, positions: readonly (readonly [number, number, EntityType])[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const [offset, length, type] of positions) {
    const start = from + (offset % 12);
    const end = Math.min(text.length, start + length + 1);
    if (start >= end) break;
    spans.push({ start, end, type });
    from = end;
  }
  return spans;
}
