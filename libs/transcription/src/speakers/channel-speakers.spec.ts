import { AudioRejected, SAMPLE_RATE } from '../audio/audio-source';
import { ChannelSpeakers } from './channel-speakers';

const SECONDS = 6;
/** Two tones, for the first and the second half, which the other channel hears 12 dB quieter. */
const CROSSTALK = 0.25;

async function turnsOf(left: (second: number) => number, right: (second: number) => number) {
  const channels = new ChannelSpeakers();
  const stereo = Int16Array.from({ length: SECONDS * SAMPLE_RATE * 2 }, (_, i) => {
    const time = Math.floor(i / 2) / SAMPLE_RATE;
    const level = i % 2 === 0 ? left(time) : right(time);
    return 8000 * level * Math.sin(2 * Math.PI * 440 * time);
  });
  async function* parts() {
    yield stereo;
  }
  let samples = 0;
  for await (const part of channels.mixed(parts())) samples += part.length;
  expect(samples).toBe(SECONDS * SAMPLE_RATE);
  await channels.hear({ samples: new Int16Array(samples), start: 0, speech: [{ start: 0, end: SECONDS }] });
  return channels.turns();
}

describe('the speakers of two channels', () => {
  it('speak where their channel is louder, also with crosstalk', async () => {
    const turns = await turnsOf(
      (time) => (time < 3 ? 1 : CROSSTALK),
      (time) => (time < 3 ? CROSSTALK : 1),
    );
    expect(turns).toHaveLength(2);
    expect(turns[0]).toMatchObject({ speaker: 0, start: 0 });
    expect(turns[0]!.end).toBeCloseTo(3, 0);
    expect(turns[1]!.speaker).toBe(1);
  });

  it('overlap where both channels are loud', async () => {
    const turns = await turnsOf(
      () => 1,
      (time) => (time < 3 ? 0 : -0.9),
    );
    expect(turns.find(({ speaker }) => speaker === 0)!.end).toBeGreaterThan(SECONDS - 0.2);
    expect(turns.find(({ speaker }) => speaker === 1)!.start).toBeCloseTo(3, 0);
  });

  it('are refused if both channels are the same sound', async () => {
    await expect(
      turnsOf(
        () => 1,
        () => 0.98,
      ),
    ).rejects.toThrow(AudioRejected);
  });
});
