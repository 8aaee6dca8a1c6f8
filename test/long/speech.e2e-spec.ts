import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { JobReport } from '@app/job-records';
import { eventually, makeAudio, wordErrorRate } from '@app/testing';
import { ApiClient } from '../support/api-client';
import {
  describeWithModel,
  LONG_TEXT,
  longRecording,
  recording,
  TEXTS,
  useSpeechScene,
} from '../support/speech';

interface Segment {
  start: number;
  end: number;
  text: string;
  speaker: string;
  words?: Segment[];
}

describeWithModel('speech recognition on this machine', () => {
  const scene = useSpeechScene();

  it('recognizes a sentence of read English', async () => {
    const audio = readFileSync(recording('librivox-0930.wav'));
    const { transcript } = await scene.client.transcribe(audio, 'english.wav');

    expect(wordErrorRate(TEXTS['librivox-0930.wav']!, String(transcript))).toBeLessThanOrEqual(0.15);
  });

  it('recognizes read English across segments with at most 3 % wrong words', async () => {
    const { transcript } = await scene.client.transcribe(await longRecording(), 'joined.wav');

    expect(wordErrorRate(LONG_TEXT, String(transcript))).toBeLessThanOrEqual(0.03);
  });

  it('recognizes German', async () => {
    const audio = readFileSync(recording('pico-german.wav'));
    const { transcript } = await scene.client.transcribe(audio, 'german.wav', { lang: 'deu' });

    expect(wordErrorRate(TEXTS['pico-german.wav']!, String(transcript))).toBeLessThanOrEqual(0.1);
  });

  it('recognizes the language itself', async () => {
    const audio = readFileSync(recording('pico-german.wav'));
    const body = await scene.client.transcribe(audio, 'german.wav', { lang: 'auto', format: 'json' });

    expect(body.language).toBe('de');
    expect(wordErrorRate(TEXTS['pico-german.wav']!, String(body.transcript))).toBeLessThanOrEqual(0.1);
  });

  it('names the speaker of each word, and cuts segments between them', async () => {
    const [first, second] = [recording('librivox-0930.wav'), recording('pico-german.wav')];
    const audio = await makeAudio(
      'two.wav',
      ...[first, second, first].flatMap((file) => ['-i', file]),
      '-filter_complex',
      'concat=n=3:v=0:a=1',
    );
    const body = await scene.client.transcribe(audio, 'two.wav', { speakers: '2', words: 'true' });
    const segments = body.segments as Segment[];
    const turns = segments.map(({ speaker }) => speaker).filter((name, i, all) => name !== all[i - 1]);

    expect(turns).toEqual(['S1', 'S2', 'S1']);
    for (const { start, end, text, words, speaker } of segments) {
      expect(words!.map((word) => word.text).join(' ')).toBe(text);
      expect(words!.every((word) => word.speaker === speaker && word.start >= start && word.end <= end)).toBe(
        true,
      );
    }
  });

  it('refuses a vocabulary, which its engine does not use', async () => {
    const audio = readFileSync(recording('librivox-0930.wav'));

    await expect(scene.client.submit(audio, 'a.wav', { vocabulary: 'Dashwood' })).rejects.toThrow(
      'not_supported',
    );
  });

  it.each([
    ['silence', 'anullsrc=r=16000:cl=mono:d=20'],
    ['noise', 'anoisesrc=a=0.02:d=20:r=16000:seed=1'],
  ])('returns no words for %s', async (name, source) => {
    const audio = await makeAudio('quiet.wav', '-f', 'lavfi', '-i', source);

    expect(await scene.client.transcribe(audio, `${name}.wav`)).toMatchObject({
      status: 'completed',
      transcript: '',
    });
  });

  it('works again after its engine was killed', async () => {
    const worker = scene.system.worker.pid;
    const jobId = await scene.client.submit(await longRecording(), 'joined.wav');
    await eventually(async () => {
      const { body } = await new ApiClient(scene.system, scene.user).get<JobReport>(`job/${jobId}`);
      expect(body.progress).toBeGreaterThan(0);
    });
    const engines = execFileSync('pgrep', ['-P', String(worker), '-f', 'engine-process'], {
      encoding: 'utf8',
    });
    process.kill(Number(engines.trim()), 'SIGKILL');
    const { transcript } = await scene.client.delivered(jobId);

    expect(wordErrorRate(LONG_TEXT, String(transcript))).toBeLessThanOrEqual(0.03);
    expect(scene.system.worker.pid).toBe(worker);
  });

  it.each([
    ['a-law.wav', ['-c:a', 'pcm_alaw']],
    ['mu-law.wav', ['-c:a', 'pcm_mulaw']],
    ['float.wav', ['-c:a', 'pcm_f32le', '-ar', '44100', '-ac', '2']],
    ['speech.mp3', ['-b:a', '64k']],
    ['aac.m4a', ['-c:a', 'aac']],
    ['alac.m4a', ['-c:a', 'alac']],
    ['vorbis.ogg', ['-c:a', 'libvorbis']],
    ['opus.ogg', ['-c:a', 'libopus']],
  ])('recognizes %s', async (name, args) => {
    const audio = await makeAudio(name, '-i', recording('librivox-0930.wav'), ...args);
    const { transcript } = await scene.client.transcribe(audio, name);

    expect(wordErrorRate(TEXTS['librivox-0930.wav']!, String(transcript))).toBeLessThanOrEqual(0.15);
  });

  it('continues if the engine skips a part, here one in another language', async () => {
    const files = ['librivox-0870.wav', 'pico-german.wav', 'librivox-0930.wav'];
    const pause = '[0]apad=pad_dur=1.5[a];[1]apad=pad_dur=1.5[b];[a][b][2]concat=n=3:v=0:a=1';
    const audio = await makeAudio(
      'm.wav',
      ...files.flatMap((f) => ['-i', recording(f)]),
      '-filter_complex',
      pause,
    );
    const { segments } = await scene.client.transcribe(audio, 'm.wav', { timestamps: 'true' });
    const said = segments as { start: number; end: number; text: string }[];

    expect(said.filter(({ start, end }) => start > 8 && end < 22).length).toBeGreaterThan(1);
    expect(said.map(({ start }) => start)).toEqual(said.map(({ start }) => start).sort((a, b) => a - b));
    expect(said.at(-1)!.text).toContain('amiable himself');
  });
});
