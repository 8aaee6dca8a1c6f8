import { OVERLAP_FRAME, speakerTurns, type HeardTogether } from './speaker-turns';
import { voiceWindows } from './voice-windows';

/** Two speakers, one after the other, with a voice each half second. */
const REGION = { start: 0, end: 10 };
const WINDOWS = voiceWindows(REGION, 10);
const SIMILARITIES = {
  speakers: 2,
  values: Float32Array.from(
    WINDOWS.flatMap(({ start, end }) => ((start + end) / 2 < 5 ? [0.9, 0.1] : [0.1, 0.9])),
  ),
};
/** Both speak from 4 to 5.5 s, in the network's own numbers. */
const TOGETHER: HeardTogether = {
  start: 0,
  frames: Uint8Array.from({ length: 589 }, (_, i) => {
    const time = i * OVERLAP_FRAME;
    if (time > 4 && time < 5.5) return 0b101;
    return time < 5 ? 0b100 : 0b001;
  }),
};
const heard = (together: readonly HeardTogether[]) =>
  speakerTurns({ regions: [REGION], windows: WINDOWS, similarities: SIMILARITIES, together });

describe('the turns of speakers', () => {
  it('change where the voice changes', () => {
    const turns = heard([]);
    expect(turns).toMatchObject([
      { speaker: 0, start: 0 },
      { speaker: 1, end: 10 },
    ]);
    expect(turns[0]!.end).toBe(turns[1]!.start);
    expect(Math.abs(turns[0]!.end - 5)).toBeLessThan(0.5);
  });

  it('overlap where two speak at the same time', () => {
    const turns = heard([TOGETHER]);
    const of = (speaker: number) => turns.filter((turn) => turn.speaker === speaker);
    expect(Math.max(...of(0).map(({ end }) => end))).toBeCloseTo(5.5, 0);
    expect(Math.min(...of(1).map(({ start }) => start))).toBeCloseTo(4, 0);
  });

  it('are none without speech', () => {
    expect(
      speakerTurns({
        regions: [],
        windows: [],
        similarities: { speakers: 0, values: new Float32Array() },
        together: [],
      }),
    ).toEqual([]);
  });
});
