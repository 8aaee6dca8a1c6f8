import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeAudio,
  startSystem,
  startWebhookReceiver,
  testModelsDir,
  TranscriptionClient,
  whyNoSpeechModel,
  wordErrorRate,
  type TestSystem,
  type WebhookReceiver,
} from '@app/testing';

const FOLDER = join(__dirname, '../fixtures/speech');
const TEXTS = JSON.parse(readFileSync(join(FOLDER, 'transcripts.json'), 'utf8')) as Record<string, string>;
const LIBRIVOX = Object.keys(TEXTS).filter((name) => name.startsWith('librivox'));
const fixture = (name: string): string => join(FOLDER, name);

const missing = whyNoSpeechModel();
const describeWithModel = missing ? describe.skip : describe;

jest.setTimeout(300_000);

describeWithModel(`speech recognition on this machine${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let client: TranscriptionClient;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      MODELS_DIR: testModelsDir(),
      TRANSCRIPTION_MODEL: 'whisper-base',
      JOB_SWEEP_INTERVAL: '1s',
    });
    client = new TranscriptionClient(system, await system.user(), receiver);
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  const joined = (): Promise<Buffer> =>
    makeAudio(
      'joined.wav',
      ...LIBRIVOX.flatMap((name) => ['-i', fixture(name)]),
      '-filter_complex',
      `concat=n=${LIBRIVOX.length}:v=0:a=1`,
    );

  it('understands read English: at most three words in a hundred are wrong', async () => {
    const { transcript } = await client.transcribe(await joined(), 'joined.wav');
    const expected = LIBRIVOX.map((name) => TEXTS[name]).join(' ');

    expect(wordErrorRate(expected, String(transcript))).toBeLessThanOrEqual(0.03);
  });

  it('understands German', async () => {
    const audio = readFileSync(fixture('pico-german.wav'));
    const { transcript } = await client.transcribe(audio, 'german.wav', { lang: 'deu' });

    expect(wordErrorRate(TEXTS['pico-german.wav']!, String(transcript))).toBeLessThanOrEqual(0.1);
  });

  it.each([
    ['a-law.wav', ['-c:a', 'pcm_alaw']],
    ['float.wav', ['-c:a', 'pcm_f32le', '-ar', '44100', '-ac', '2']],
    ['speech.mp3', ['-b:a', '64k']],
    ['aac.m4a', ['-c:a', 'aac']],
    ['alac.m4a', ['-c:a', 'alac']],
    ['vorbis.ogg', ['-c:a', 'libvorbis']],
    ['opus.ogg', ['-c:a', 'libopus']],
  ])('understands %s', async (name, args) => {
    const audio = await makeAudio(name, '-i', fixture('librivox-0930.wav'), ...args);
    const { transcript } = await client.transcribe(audio, name);

    expect(wordErrorRate(TEXTS['librivox-0930.wav']!, String(transcript))).toBeLessThanOrEqual(0.15);
  });

  it('goes on where the engine passes over a part, here one in another language', async () => {
    const files = ['librivox-0870.wav', 'pico-german.wav', 'librivox-0930.wav'];
    const pause = '[0]apad=pad_dur=1.5[a];[1]apad=pad_dur=1.5[b];[a][b][2]concat=n=3:v=0:a=1';
    const audio = await makeAudio(
      'm.wav',
      ...files.flatMap((f) => ['-i', fixture(f)]),
      '-filter_complex',
      pause,
    );
    const { segments } = await client.transcribe(audio, 'm.wav', { timestamps: 'true' });
    const spoken = segments as { start: number; end: number; text: string }[];

    expect(spoken.filter(({ start, end }) => start > 8 && end < 22).length).toBeGreaterThan(1);
    expect(spoken.map(({ start }) => start)).toEqual(spoken.map(({ start }) => start).sort((a, b) => a - b));
    expect(spoken.at(-1)!.text).toContain('amiable himself');
  });

  it.each([
    ['silence', 'anullsrc=r=16000:cl=mono:d=20'],
    ['noise', 'anoisesrc=a=0.02:d=20:r=16000:seed=1'],
  ])('has no words for %s', async (name, source) => {
    const audio = await makeAudio('quiet.wav', '-f', 'lavfi', '-i', source);

    expect(await client.transcribe(audio, `${name}.wav`)).toMatchObject({
      status: 'completed',
      transcript: '',
    });
  });
});
