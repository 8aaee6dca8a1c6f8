import { partsWithValues } from './edit-file';
import type { EditOptions, FormatCode, WrittenText } from './file-format';

const OPTIONS: EditOptions = { drop: new Set(), codeOf: () => undefined };

/** Returns a format that is read as given. */
const readAs = (...texts: WrittenText[]): FormatCode => ({
  rewrite: (file) => Promise.resolve(file),
  async *readAgain() {
    yield* await Promise.resolve(texts);
  },
});

const left = (...texts: WrittenText[]): Promise<string[]> =>
  partsWithValues(readAs(...texts), Buffer.alloc(0), ['Stefan Griffith'], OPTIONS);

describe('partsWithValues', () => {
  it('returns each part with a value once', async () => {
    const texts = ['Stefan Griffith', 'Herr Stefan\nGriffith'].map((text) => ({ part: 'text', text }));
    expect(await left(...texts, { part: 'tags', text: 'Stefan' })).toEqual(['text']);
  });

  it('returns a part with a word that was asked to be hidden and was not found, or with a term', async () => {
    const leftOf = (text: string) =>
      partsWithValues(readAs({ part: 'text', text }), Buffer.alloc(0), [], OPTIONS, {
        words: ['SmartCity'],
        terms: ['Nordlicht', 'Inform'],
      });
    for (const text of ['(Smart City)', 'SmartCity', 'Projekt Nordlicht'])
      expect(await leftOf(text)).toEqual(['text']);
    expect(await leftOf('Smart Cities in form of Nordlichter')).toEqual([]);
  });

  it('returns a part if two of its lines have the pieces of a value, whatever is between them', async () => {
    const pieces = ['Herr Stefan Grif-', 'andere Spalte', '10 fith kam'];
    expect(await left({ part: 'text', text: '', pieces })).toEqual(['text']);
    expect(await left({ part: 'text', text: '', pieces: pieces.slice(0, 2) })).toEqual([]);
  });
});
