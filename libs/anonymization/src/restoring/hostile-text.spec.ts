import { CHATS } from '../../testing/mangling/chats';
import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../language';
import { anonymize } from '../replacing/anonymize';
import { restore, RestoreStream } from './restore';

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
  it.each(HOSTILE)('of many %j is restored and anonymized', (piece) => {
    const text = `Weber${piece.repeat(8_000 / piece.length)}x Jan Weber`;
    expect(restore(text, table, sent)).toHaveLength(restore(text, table, sent).length);
    const own = EntityTable.fromJSON(table.toJSON());
    const { text: out } = anonymize(own, {
      text,
      spans: [],
      choices: ['Names'],
      language: parseLanguage('de'),
    });
    expect(restore(out, own, [out])).toBe(text);
  });

  it('in one endless word is streamed', () => {
    const stream = new RestoreStream(table, sent);
    let output = '';
    for (let piece = 0; piece < 2_000; piece += 1) output += stream.write('Weberweberweber');
    expect(output.length).toBeGreaterThan(25_000);
    expect(output + stream.end()).toBe('Weberweberweber'.repeat(2_000));
  });
});
