import { rankPassages } from './rank-passages';

const filler = (topic: string): string =>
  Array.from({ length: 40 }, (_, i) => `Absatz ${i} handelt allgemein von ${topic} und weiter nichts.`).join(
    ' ',
  );
const book = [filler('Lieferung'), 'Die Kündigungsfristen betragen drei Monate.', filler('Haftung')].join(
  '\n\n',
);

describe('rankPassages', () => {
  it('puts first what has to do with the question', () => {
    const [best] = rankPassages([filler('Wetter'), book], 'Wie lang ist die Kündigungsfrist?', 1e6);
    expect(best).toMatchObject({ document: 1 });
    expect(best!.text).toContain('drei Monate');
  });

  it('finds a word in other cases and inflections', () => {
    for (const question of ['KÜNDIGUNGSFRIST', 'kündigung', 'Ku\u0308ndigungsfristen'])
      expect(rankPassages([book], question, 1e6)[0]!.text).toContain('drei Monate');
  });

  it('reads from the beginning where nothing has to do with the question', () => {
    const starts = rankPassages([book], 'Fasse zusammen!', 1e6).map(({ start }) => start);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('gives each passage once, and all of them where there is room', () => {
    const text = rankPassages([book], 'Haftung', 1e6)
      .sort((a, b) => a.start - b.start)
      .map((passage) => passage.text)
      .join('');
    expect(text).toBe(book);
  });

  it('gives no more than there is room for', () => {
    const length = rankPassages([book], 'Haftung', 3_000).reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(3_000);
  });
});
