import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeAudio,
  startSystem,
  startWebhookReceiver,
  testModelsDir,
  whyNoSpeechModel,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { TranscriptionClient } from './transcription-client';

const FOLDER = join(__dirname, '../fixtures/speech');
/** The transcript of each recording. */
export const TEXTS = JSON.parse(readFileSync(join(FOLDER, 'transcripts.json'), 'utf8')) as Record<
  string,
  string
>;
const LIBRIVOX = Object.keys(TEXTS).filter((name) => name.startsWith('librivox'));
export const recording = (name: string): string => join(FOLDER, name);

const missing = whyNoSpeechModel();
// Jest's summary counts skipped tests without a reason.
if (missing) process.stderr.write(`Tests with real speech are skipped: ${missing}\n`);
/** Skipped if the test models are not installed. */
export const describeWithModel = missing ? describe.skip : describe;

/** A system with its own speech recognition, shared by all tests of a file. */
export interface SpeechScene {
  system: TestSystem;
  user: TestUser;
  client: TranscriptionClient;
}

export function useSpeechScene(): SpeechScene {
  const scene: Partial<SpeechScene> = {};
  let receiver: WebhookReceiver | undefined;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    scene.system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      MODELS_DIR: testModelsDir(),
      TRANSCRIPTION_MODEL: 'whisper-base',
      JOB_SWEEP_INTERVAL: '1s',
    });
    scene.user = await scene.system.user();
    scene.client = new TranscriptionClient(scene.system, scene.user, receiver);
  });
  afterAll(async () => {
    await scene.system?.stop();
    await receiver?.stop();
  });
  return scene as SpeechScene;
}

/** More than a minute of English speech: longer than the engine accepts at once, so it is split into segments. */
const thrice = [...LIBRIVOX, ...LIBRIVOX, ...LIBRIVOX];
export const LONG_TEXT = thrice.map((name) => TEXTS[name]).join(' ');
export const longRecording = (): Promise<Buffer> =>
  makeAudio(
    'joined.wav',
    ...thrice.flatMap((name) => ['-i', recording(name)]),
    '-filter_complex',
    `concat=n=${thrice.length}:v=0:a=1`,
  );
