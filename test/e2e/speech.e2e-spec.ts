import { readFileSync } from 'node:fs';
import { wordErrorRate } from '@app/testing';
import { describeWithModel, recording, TEXTS, useSpeechScene } from '../support/speech';

/** German, silence and noise, long recordings and other containers: `test/long/speech.e2e-spec.ts`. */
describeWithModel('speech recognition on this machine', () => {
  const scene = useSpeechScene();

  it('understands read English', async () => {
    const audio = readFileSync(recording('librivox-0930.wav'));
    const { transcript } = await scene.client.transcribe(audio, 'english.wav');

    expect(wordErrorRate(TEXTS['librivox-0930.wav']!, String(transcript))).toBeLessThanOrEqual(0.15);
  });
});
