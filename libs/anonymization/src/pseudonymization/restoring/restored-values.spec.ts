import * as fc from 'fast-check';
import { FRAGMENTS } from '../../../testing/addresses/fragments';
import { CHATS } from '../../../testing/mangling/chats';
import { Restorer } from './restore';

const WRITTEN = {
  surrogates: ['Jan Weber', 'Weber', 'jan.weber@example.com', 'M\\u00fcller', 'WEBER'],
  placeholders: ['[NAME_1]', 'NAME_2', '[ NAME 1 ]', '[EMAIL_1]', '\\[NAME\\_1]'],
} as const;

describe.each(['surrogates', 'placeholders'] as const)('the restored values of a text with %s', (style) => {
  const { table, sent } = CHATS[style];
  const part = fc.oneof(fc.constantFrom(...WRITTEN[style]), fc.constantFrom(...FRAGMENTS), fc.string());

  it('lead back to the text as it was, and are as many as were counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        const before = parts.join(' ');
        const restorer = await Restorer.prepare(await table, sent);
        const { text, values } = await restorer.restoreWithValues(before);
        const back = values
          .toReversed()
          .reduce(
            (all, { start, end, replacement }) => all.slice(0, start) + replacement + all.slice(end),
            text,
          );
        expect(back).toBe(before);
        expect(text).toBe(await (await Restorer.prepare(await table, sent)).restore(before));
        expect(restorer.restored).toBe(values.length);
      }),
    );
  });

  it('are found in a text longer than the window of the reader', async () => {
    const filler = 'and so on, '.repeat(2_000);
    const written = WRITTEN[style][0];
    const restorer = await Restorer.prepare(await table, sent);
    const { text, values } = await restorer.restoreWithValues(`${written} ${filler}${written} ${filler}`);
    expect(values.map(({ start, end }) => text.slice(start, end))).toEqual(['Hans Müller', 'Hans Müller']);
    expect(values.map(({ type, replacement }) => [type, replacement])).toEqual([
      ['Names', written],
      ['Names', written],
    ]);
  });
});
