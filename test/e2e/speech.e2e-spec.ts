import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobReport } from '@app/jobs';
import {
  eventually,
  makeAudio,
  startSystem,
  startWebhookReceiver,
  testModelsDir,
  TranscriptionClient,
  whyNoSpeechModel,
  wordErrorRate,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';

const FOLDER = join(__dirname, '../fixtures/speech');
const TEXTS = JSON.parse(readFileSync(join(FOLDER, 'transcripts.json'), 'utf8')) as Record<string, string>;
const LIBRIVOX = Object.keys(TEXTS).filter((name) => name.startsWith('librivox'));
const fixture = (name: string): string => join(FOLDER, name);

const missing = whyNoSpeechModel();
const describeWithModel = missing ? describe.skip : describe;
// Jest's summary counts what it skips, and does not say why.
if (missing) process.stderr.write(`Nobody listens to real speech in this run: ${missing}\n`);

describeWithModel(`speech recognition on this machine${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let user: TestUser;
  let client: TranscriptionClient;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      MODELS_DIR: testModelsDir(),
      TRANSCRIPTION_MODEL: 'whisper-base',
      JOB_SWEEP_INTERVAL: '1s',
    });
    user = await system.user();
    client = new TranscriptionClient(system, user, receiver);
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  /** More than a minute: longer than what the engine hears at once, so that it is cut into pieces. */
  const thrice = [...LIBRIVOX, ...LIBRIVOX, ...LIBRIVOX];
  const spoken = thrice.map((name) => TEXTS[name]).join(' ');
  const joined = (): Promise<Buffer> =>
    makeAudio(
      'joined.wav',
      ...thrice.flatMap((name) => ['-i', fixture(name)]),
      '-filter_complex',
      `concat=n=${thrice.length}:v=0:a=1`,
    );

  it('understands read English, also across seams: at most three words in a hundred are wrong', async () => {
    const { transcript } = await client.transcribe(await joined(), 'joined.wav');

    expect(wordErrorRate(spoken, String(transcript))).toBeLessThanOrEqual(0.03);
  });

  it('goes on after its engine was killed', async () => {
    const worker = system.worker.pid;
    const jobId = await client.submit(await joined(), 'joined.wav');
    await eventually(async () => {
      const response = await fetch(system.ai(`job/${jobId}`), { headers: user.authorization });
      expect(((await response.json()) as JobReport).progress).toBeGreaterThan(0);
    });
    const engines = execFileSync('pgrep', ['-P', String(worker), '-f', 'engine-process'], {
      encoding: 'utf8',
    });
    process.kill(Number(engines.trim()), 'SIGKILL');
    const { transcript } = await client.delivered(jobId);

    expect(wordErrorRate(spoken, String(transcript))).toBeLessThanOrEqual(0.03);
    expect(system.worker.pid).toBe(worker);
  });

  it('understands German', async () => {
    const audio = readFileSync(fixture('pico-german.wav'));
    const { transcript } = await client.transcribe(audio, 'german.wav', { lang: 'deu' });

    expect(wordErrorRate(TEXTS['pico-german.wav']!, String(transcript))).toBeLessThanOrEqual(0.1);
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
    const said = segments as { start: number; end: number; text: string }[];

    expect(said.filter(({ start, end }) => start > 8 && end < 22).length).toBeGreaterThan(1);
    expect(said.map(({ start }) => start)).toEqual(said.map(({ start }) => start).sort((a, b) => a - b));
    expect(said.at(-1)!.text).toContain('amiable himself');
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
