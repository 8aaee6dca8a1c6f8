import fc from 'fast-check';
import { groupVoices, type Voices } from './group-voices';

const SIZE = 64;

/** Returns voices near the directions of their speakers, and a number generator's noise. */
function voicesOf(speakers: readonly number[], seed: number): Voices {
  let state = seed;
  const noise = () => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 0.16;
  const values = new Float32Array(speakers.length * SIZE);
  speakers.forEach((speaker, i) => {
    for (let k = 0; k < SIZE; k++) values[i * SIZE + k] = noise();
    values[i * SIZE + speaker]! += 1;
  });
  return { values, size: SIZE };
}

/** Returns the speaker that each voice resembles most. */
function labelsOf({ speakers, values }: { speakers: number; values: Float32Array }): number[] {
  return Array.from({ length: values.length / speakers }, (_, i) => {
    const own = values.subarray(i * speakers, (i + 1) * speakers);
    return own.indexOf(Math.max(...own));
  });
}

/** Whether two lists of labels group alike. */
const sameGroups = (a: readonly number[], b: readonly number[]): boolean =>
  new Set(a.map((label, i) => `${label} ${b[i]}`)).size === new Set(a).size &&
  new Set(a).size === new Set(b).size;

const conversations = fc
  .record({
    count: fc.integer({ min: 1, max: 5 }),
    each: fc.integer({ min: 8, max: 30 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
  })
  .map(({ count, each, seed }) => ({
    count,
    seed,
    speakers: Array.from({ length: count * each }, (_, i) => Math.floor(i / 4) % count),
  }));

describe('the groups of voices', () => {
  it('are the speakers, and their number is found, in short and long recordings', () => {
    fc.assert(
      fc.property(conversations, ({ count, speakers, seed }) => {
        const grouped = groupVoices(voicesOf(speakers, seed));
        expect(grouped.speakers).toBe(count);
        expect(sameGroups(labelsOf(grouped), speakers)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('are as many as are given', () => {
    fc.assert(
      fc.property(conversations, ({ count, speakers, seed }) => {
        expect(groupVoices(voicesOf(speakers, seed), count).speakers).toBe(count);
      }),
      { numRuns: 10 },
    );
  });

  it('contain who speaks little, beside a person with two ways of speaking, if the number is given', () => {
    const speakers = Array.from({ length: 4 * 60 }, (_, i) => Math.floor(i / 4) % 4);
    const voices = voicesOf([...speakers, ...Array.from({ length: 6 }, () => 4)], 1);
    const loud = 20;
    speakers.forEach((speaker, i) => {
      if (speaker === 0 && i >= speakers.length / 2) voices.values[i * SIZE + loud]! += 0.9;
    });
    const labels = labelsOf(groupVoices(voices, 5));
    expect(sameGroups(labels, [...speakers, ...Array.from({ length: 6 }, () => 4)])).toBe(true);
  });

  it('depend on the thresholds of the encoder', () => {
    const speakers = Array.from({ length: 60 }, (_, i) => Math.floor(i / 4) % 3);
    const strict = { sameSpeaker: 0.999, leastLink: 0.55 };
    const lax = { sameSpeaker: 0.85, leastLink: 0.001 };
    const voices = voicesOf(speakers, 1);
    for (let i = 0; i < speakers.length; i++) voices.values[i * SIZE + SIZE - 1]! += 0.5;
    expect(groupVoices(voices, undefined, strict).speakers).toBe(3);
    expect(groupVoices(voices, undefined, lax).speakers).toBe(1);
  });

  it('are at most as many as there are voices', () => {
    expect(groupVoices(voicesOf([0, 1], 1), 5).speakers).toBeLessThanOrEqual(2);
    expect(groupVoices(voicesOf([], 1)).speakers).toBe(0);
  });
});
