import { rankPassages } from './rank-passages';

const filler = (topic: string): string =>
  Array.from({ length: 40 }, (_, i) => `Absatz ${i} handelt allgemein von ${topic} und weiter nichts.`).join(
    ' ',
  );
const book = [filler('Lieferung'), 'Die Kündigungsfristen betragen drei Monate.', filler('Haftung')].join(
  '\n\n',
);

describe('rankPassages', () => {
  it('puts relevant passages first', () => {
    const [best] = rankPassages([filler('Wetter'), book], 'Wie lang ist die Kündigungsfrist?', 1e6);
    expect(best).toMatchObject({ document: 1 });
    expect(best!.text).toContain('drei Monate');
  });

  it('finds a word in other cases and inflections', () => {
    for (const question of ['KÜNDIGUNGSFRIST', 'kündigung', 'Ku\u0308ndigungsfristen'])
      expect(rankPassages([book], question, 1e6)[0]!.text).toContain('drei Monate');
  });

  it('starts at the beginning if no passage is relevant', () => {
    const starts = rankPassages([book], 'Fasse zusammen!', 1e6).map(({ start }) => start);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('returns each passage once, and all of them if they fit', () => {
    const text = rankPassages([book], 'Haftung', 1e6)
      .sort((a, b) => a.start - b.start)
      .map((passage) => passage.text)
      .join('');
    expect(text).toBe(book);
  });

  it('returns no more than fits', () => {
    const length = rankPassages([book], 'Haftung', 3_000).reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(3_000);
  });
});
