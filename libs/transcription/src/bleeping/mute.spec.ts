import fc from 'fast-check';
import { SAMPLE_RATE } from '../audio/audio-source';
import { merged, muted, timesToMute } from './mute';

const spans = fc
  .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 }))
  .map(([start, length]) => ({ start: start / 10, end: (start + length) / 10 }));
const within = (time: number, times: readonly { start: number; end: number }[]) =>
  times.some(({ start, end }) => time >= start && time < end);

describe('the times to mute', () => {
  it('contain all speech of the hidden words, and a margin', () => {
    fc.assert(
      fc.property(fc.array(spans), fc.array(spans), (hidden, spoken) => {
        const speech = merged(spoken);
        const times = timesToMute(hidden, speech);
        for (let tenth = 0; tenth < 120; tenth++) {
          const time = tenth / 10 + 0.05;
          if (within(time, hidden) && within(time, speech)) expect(within(time, times)).toBe(true);
        }
        times.forEach(({ start }, i) => i > 0 && expect(start).toBeGreaterThan(times[i - 1]!.end));
      }),
    );
  });

  it('leave out the pause over which a word is stretched', () => {
    const [time] = timesToMute([{ start: 1, end: 3 }], [{ start: 2.5, end: 4 }]);
    expect(time!.start).toBeCloseTo(2.4);
    expect(time!.end).toBeCloseTo(3.1);
  });

  it('are the whole word if no speech was found in it', () => {
    expect(timesToMute([{ start: 1, end: 2 }], [])).toHaveLength(1);
  });
});

describe('muted sound', () => {
  it('is silent at these times and unchanged elsewhere, in parts of any length', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 2 * SAMPLE_RATE }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(spans), sizes, async (given, lengths) => {
        const times = merged(given);
        async function* parts() {
          for (const length of lengths) yield new Int16Array(length).fill(1);
        }
        let at = 0;
        for await (const part of muted(parts(), times)) {
          // Whole samples at the edges of a time may belong to either side.
          for (let i = 0; i < part.length; i += 97) {
            const time = (at + i + 0.5) / SAMPLE_RATE;
            expect(part[i]).toBe(within(time, times) ? 0 : 1);
          }
          at += part.length;
        }
        expect(at).toBe(lengths.reduce((sum, length) => sum + length, 0));
      }),
      { numRuns: 20 },
    );
  });
});
