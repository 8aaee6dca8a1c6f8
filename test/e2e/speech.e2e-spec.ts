import { readFileSync } from 'node:fs';
import { makeAudio, wordErrorRate } from '@app/testing';
import { describeWithModel, recording, TEXTS, useSpeechScene } from '../support/speech';

describeWithModel('speech recognition on this machine', () => {
  const scene = useSpeechScene();

  it('understands read English', async () => {
    const audio = readFileSync(recording('librivox-0930.wav'));
    const { transcript } = await scene.client.transcribe(audio, 'english.wav');

    expect(wordErrorRate(TEXTS['librivox-0930.wav']!, String(transcript))).toBeLessThanOrEqual(0.15);
  });

  it('understands German', async () => {
    const audio = readFileSync(recording('pico-german.wav'));
    const { transcript } = await scene.client.transcribe(audio, 'german.wav', { lang: 'deu' });

    expect(wordErrorRate(TEXTS['pico-german.wav']!, String(transcript))).toBeLessThanOrEqual(0.1);
  });

  it.each([
    ['silence', 'anullsrc=r=16000:cl=mono:d=20'],
    ['noise', 'anoisesrc=a=0.02:d=20:r=16000:seed=1'],
  ])('has no words for %s', async (name, source) => {
    const audio = await makeAudio('quiet.wav', '-f', 'lavfi', '-i', source);

    expect(await scene.client.transcribe(audio, `${name}.wav`)).toMatchObject({
      status: 'completed',
      transcript: '',
    });
  });
});
