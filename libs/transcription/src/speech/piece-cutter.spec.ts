import * as fc from 'fast-check';
import { SAMPLE_RATE } from '../audio/audio-source';
import { PieceCutter } from './piece-cutter';
import { WINDOW } from './speech-model';
import type { SpeechPiece } from './speech-piece';

const LIMITS = { longest: 28, pause: 2 };
const WINDOWS_PER_SECOND = SAMPLE_RATE / WINDOW;

/** Cuts a recording with these probabilities. Each window contains its own number as samples. */
function cut(probabilities: readonly number[], limits = LIMITS): SpeechPiece[] {
  const cutter = new PieceCutter(limits);
  const pieces = probabilities.map((p, i) => cutter.push(new Int16Array(WINDOW).fill(i), p));
  return [...pieces, cutter.flush()].filter((piece) => piece !== undefined);
}

const windowsOf = (piece: SpeechPiece): number[] =>
  Array.from({ length: piece.samples.length / WINDOW }, (_, i) => piece.samples[i * WINDOW]!);
const seconds = (count: number, probability: number): number[] =>
  Array.from({ length: Math.round(count * WINDOWS_PER_SECOND) }, () => probability);

describe('PieceCutter', () => {
  it('finds nothing in silence', () => {
    expect(cut(seconds(3600, 0.01))).toEqual([]);
  });

  it('treats a click as silence', () => {
    expect(cut([...seconds(5, 0.01), 0.9, 0.9, ...seconds(5, 0.01)])).toEqual([]);
  });

  it('keeps a margin around speech', () => {
    const [piece] = cut([...seconds(10, 0.01), ...seconds(3, 0.9), ...seconds(10, 0.01)]);

    expect(piece!.start).toBeCloseTo(9.6, 1);
    expect(piece!.samples.length / SAMPLE_RATE).toBeCloseTo(3.8, 1);
    expect(piece!.speech).toHaveLength(1);
  });

  it('ends a piece at a long pause, but not at a short one', () => {
    const short = [...seconds(3, 0.9), ...seconds(1, 0.01), ...seconds(3, 0.9)];

    expect(cut([...short, ...seconds(4, 0.01), ...short])).toHaveLength(2);
  });

  it('cuts long speech in the middle of its longest pause', () => {
    const talk = [
      ...seconds(14, 0.9),
      ...seconds(1, 0.1),
      ...seconds(4, 0.9),
      ...seconds(0.2, 0.1),
      ...seconds(20, 0.9),
    ];
    const [first, second] = cut(talk);

    expect(first!.samples.length / SAMPLE_RATE).toBeCloseTo(14.5, 1);
    expect(second!.start).toBeCloseTo(14.5, 1);
  });

  it('cuts speech without a pause at the window that is least likely speech', () => {
    const talk = [...seconds(20, 0.95), 0.6, ...seconds(20, 0.95)];

    expect(cut(talk)[0]!.samples.length / SAMPLE_RATE).toBeCloseTo(20, 1);
  });

  it('neither loses nor duplicates speech in any recording', () => {
    const stretch = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom(0, 0.2, 0.4, 0.6, 1));
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 20 }),
        fc.integer({ min: 5, max: 60 }),
        (stretches, longest) => {
          const probabilities = stretches.flatMap(([count, p]) => Array.from({ length: count }, () => p));
          const pieces = cut(probabilities, { longest, pause: 2 });
          const taken = pieces.flatMap(windowsOf);

          expect(new Set(taken).size).toBe(taken.length);
          expect(taken).toEqual([...taken].sort((a, b) => a - b));
          for (const piece of pieces) {
            expect(piece.samples.length / SAMPLE_RATE).toBeLessThanOrEqual(longest);
            expect(Math.round(piece.start * WINDOWS_PER_SECOND)).toBe(piece.samples[0]);
          }
          // Only silence, or a click of fewer than three windows, is left out.
          const left = probabilities.map((p, i) => (p >= 0.5 && !taken.includes(i) ? 'x' : ' ')).join('');
          expect(left).not.toContain('xxx');
        },
      ),
      { numRuns: 60 },
    );
  });
});
