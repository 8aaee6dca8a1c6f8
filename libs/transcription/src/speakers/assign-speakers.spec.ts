import fc from 'fast-check';
import { assignSpeakers } from './assign-speakers';

const TURNS = [
  { speaker: 3, start: 0, end: 2 },
  { speaker: 1, start: 1.8, end: 4 },
];
const word = (start: number, end: number, text: string) => ({ start, end, text });

describe('the speakers of segments', () => {
  it('are named in the order in which they appear', () => {
    const segments = [word(0.1, 1.5, 'Hello.'), word(2.2, 3.5, 'Hi.'), word(4.5, 5, 'Bye.')];
    expect(assignSpeakers(segments, TURNS).map(({ speaker }) => speaker)).toEqual(['S1', 'S2', 'S2']);
  });

  it('cut a segment between its words', () => {
    const words = [word(0.1, 0.5, ' How'), word(0.6, 1.5, ' so?'), word(2.2, 3.5, ' Because.')];
    const [first, second] = assignSpeakers([{ start: 0, end: 3.6, text: 'How so? Because.', words }], TURNS);
    expect(first).toMatchObject({ start: 0, end: 1.5, text: 'How so?', speaker: 'S1' });
    expect(second).toMatchObject({ start: 2.2, end: 3.6, text: 'Because.', speaker: 'S2' });
  });

  it('are marked where two speak', () => {
    const marked = assignSpeakers([word(0, 1, 'One.'), word(1.75, 2.05, 'Both.')], TURNS);
    expect(marked.map(({ overlap }) => overlap)).toEqual([undefined, true]);
  });

  it('keep every word in its order, for any turns', () => {
    const times = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10);
    const spans = fc
      .tuple(times, fc.integer({ min: 1, max: 40 }))
      .map(([start, length]) => ({ start, end: start + length / 10 }));
    const turns = fc.array(fc.record({ speaker: fc.integer({ min: 0, max: 3 }), span: spans }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(turns, fc.array(spans, { minLength: 1 }), (given, said) => {
        const sorted = given
          .map(({ speaker, span }) => ({ speaker, ...span }))
          .sort((a, b) => a.start - b.start);
        const words = said
          .sort((a, b) => a.start - b.start)
          .map(({ start, end }, i) => word(start, end, ` w${i}`));
        const text = words
          .map((one) => one.text)
          .join('')
          .trim();
        const assigned = assignSpeakers([{ start: 0, end: 100, text, words }], sorted);
        expect(assigned.map((segment) => segment.text).join(' ')).toBe(text);
        expect(assigned.flatMap((segment) => segment.words)).toHaveLength(words.length);
        expect(assigned[0]!.speaker).toBe('S1');
      }),
    );
  });
});
