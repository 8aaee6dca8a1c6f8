import { hide, restore, restoreStream } from '../../../testing/hide-and-restore';
import { CHATS } from '../../../testing/mangling/chats';
import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../../text/language';

const { table, sent } = CHATS.surrogates;

/** Texts on which inefficient patterns take time quadratic in the length, or worse. */
const HOSTILE = [
  'Weber.',
  'Weber?',
  'Weber-',
  'Weber...........x',
  '****Weber****x',
  '[',
  '{{',
  'jan.weber@',
  '//',
  '"//',
  '<//',
  'Weber\\n',
  '+49 30 ',
  '1',
  'A-',
  '\\u00fc',
  'NAME_',
  '(((',
  '=?',
  '& ',
];

describe('hostile text', () => {
  it.each(HOSTILE)('of many %j is restored and anonymized', async (piece) => {
    const text = `Weber${piece.repeat(8_000 / piece.length)}x Jan Weber`;
    expect((await restore(text, table, sent)).slice(-20)).toMatch(/x (?:Jan Weber|Hans Müller)$/);
    const own = await EntityTable.read(await (await table).write());
    const { text: out } = await hide(own, {
      text,
      spans: [],
      choices: ['Names'],
      language: parseLanguage('de'),
    });
    expect(await restore(out, own, [out])).toBe(text);
  });

  it('in one endless word is streamed', async () => {
    const stream = await restoreStream(table, sent);
    let output = '';
    for (let piece = 0; piece < 2_000; piece += 1) output += await stream.write('Weberweberweber');
    expect(output.length).toBeGreaterThan(25_000);
    expect(output + (await stream.end())).toBe('Weberweberweber'.repeat(2_000));
  });
});
