/**
 * Measures who spoke when on made conversations of two to six speakers, beside sherpa-onnx's own diarization with the same
 * models: `npm run bench:speakers -- FOLDER [MINUTES]`.
 *
 * `SPEAKER_MODEL=NAME` measures an encoder of voices that is installed in `MODELS_DIR`.
 *
 * FOLDER has a subfolder for each person with recordings of them, in any format that ffmpeg reads. The recordings of the
 * published figures are the prompts of the Debian packages that docs/start/transcription.md names. Prints the diarization
 * error rate (collar 0.25 s, with overlapping speech), the number of speakers found, and the time, for two sets of
 * conversations: one that was measured during the development, and one that was not. With MINUTES, it also prints time and memory for one
 * conversation of this length.
 */
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { transcriptionConfig } from '../../libs/config/src';
import { InstalledModels } from '../../libs/transcription/src/models/installed-models';
import { EnginePool } from '../../libs/transcription/src/engines/embedded/engine-pool';
import { VoiceSpeakers } from '../../libs/transcription/src/speakers/voice-speakers';
import type { VoiceModels, VoiceRequest, VoiceResult } from '../../libs/transcription/src/speakers/voices';
import type { SpeakerTurn } from '../../libs/transcription/src/speakers/speaker-turns';
import { findSpeech } from '../../libs/transcription/src/speech/find-speech';
import { SpeechModel } from '../../libs/transcription/src/speech/speech-model';
import { processTree, watchMemory } from './processes';
import { makeConversation, readVoices, type Conversation } from './speakers/conversations';
import { diarizationErrors, type DiarizationErrors } from './speakers/score';
import { sherpaDiarization } from './speakers/sherpa';

const PROGRAM = join(__dirname, '../../dist/libs/transcription/src/speakers/voices-process.js');
const SECONDS = 180;
const COUNTS = [2, 3, 4, 5, 6];
/** As the pieces of an engine in the service's own process. */
const PIECES = { longest: 28, pause: 2 };
/** The seeds of the conversations: of the set that was measured during the development, and of the other one. */
const SETS = { known: 0, fresh: 1_000 };

/** Who finds the speakers, without and with their number. */
type Finder = (conversation: Conversation, count?: number) => Promise<SpeakerTurn[]>;

async function main(): Promise<void> {
  const [folder, minutes] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder with the recordings: npm run bench:speakers -- FOLDER');
  console.log(`${cpus().length} processors, load ${loadavg()[0]!.toFixed(2)}`);
  const voices = readVoices(folder);
  const { modelsDir, speakerModel } = transcriptionConfig();
  const speakers = new VoiceSpeakers(
    new EnginePool<VoiceModels, VoiceRequest, VoiceResult>({
      program: PROGRAM,
      environment: process.env,
      timeoutMs: 300_000,
    }),
    speakerModel ? () => new InstalledModels(modelsDir).voiceEncoder(speakerModel) : undefined,
  );
  const sherpa = sherpaDiarization();
  const finders: Record<string, Finder> = {
    service: (conversation, count) => heard(speakers, conversation, count),
    sherpa: async ({ samples }, count) => sherpa(samples, count),
  };
  for (const [set, seeds] of Object.entries(SETS)) {
    const conversations = [false, true].flatMap((isTelephone) =>
      COUNTS.map((count) => {
        const seed = seeds + count + (isTelephone ? 100 : 0);
        return makeConversation(voices, { speakers: count, seconds: SECONDS, seed, isTelephone });
      }),
    );
    for (const [name, finder] of Object.entries(finders))
      await measure(`${set}, ${name}`, conversations, finder);
  }
  if (minutes) await measureLong(makeLong(voices, Number(minutes)), finders.service!);
  speakers.onApplicationShutdown();
}

async function measure(name: string, conversations: readonly Conversation[], find: Finder): Promise<void> {
  const [unknown, given] = [noErrors(), noErrors()];
  let exact = 0;
  let wrong = 0;
  let seconds = 0;
  for (const conversation of conversations) {
    const startedAt = performance.now();
    const estimated = await find(conversation);
    const took = (performance.now() - startedAt) / 1000;
    const found = new Set(estimated.map(({ speaker }) => speaker)).size;
    const errors = diarizationErrors(conversation.turns, estimated);
    const withCount = diarizationErrors(conversation.turns, await find(conversation, conversation.speakers));
    if (found === conversation.speakers) exact += 1;
    wrong += Math.abs(found - conversation.speakers);
    seconds += took;
    add(unknown, errors);
    add(given, withCount);
    console.log(
      `  ${name}: ${conversation.name}: found ${found}, DER ${rates(errors)}; with the number ${rates(withCount)}; ` +
        `${lengthOf(conversation).toFixed(0)} s in ${took.toFixed(0)} s`,
    );
  }
  const length = conversations.reduce((sum, one) => sum + lengthOf(one), 0);
  console.log(
    `${name}: DER ${rates(unknown)}; with the number ${rates(given)}; number exact ${exact} of ${conversations.length}, ` +
      `wrong by ${(wrong / conversations.length).toFixed(1)} on average; real-time factor ${(seconds / length).toFixed(3)}`,
  );
}

const makeLong = (voices: Parameters<typeof makeConversation>[0], minutes: number): Conversation =>
  makeConversation(voices, { speakers: 4, seconds: minutes * 60, seed: 4, isTelephone: false });

async function measureLong(conversation: Conversation, find: Finder): Promise<void> {
  const memory = watchMemory(() => processTree(process.pid).slice(1), 200);
  const startedAt = performance.now();
  const turns = await find(conversation);
  const seconds = (performance.now() - startedAt) / 1000;
  const found = new Set(turns.map(({ speaker }) => speaker)).size;
  const most = memory.stop() / 1024 ** 2;
  console.log(
    `${(lengthOf(conversation) / 60).toFixed(0)} minutes of 4 speakers: found ${found}, DER ` +
      `${rates(diarizationErrors(conversation.turns, turns))}, ${seconds.toFixed(0)} s, the process of the voices holds ` +
      `${most.toFixed(0)} MiB at most`,
  );
}

const lengthOf = ({ samples }: Conversation): number => samples.length / 16_000;

async function heard(
  speakers: VoiceSpeakers,
  { samples }: Conversation,
  expected?: number,
): Promise<SpeakerTurn[]> {
  const recorded = speakers.start(expected === undefined ? {} : { expected });
  const pieces = findSpeech(inSeconds(samples), await new SpeechModel().detector(), PIECES);
  for await (const piece of pieces) await recorded.hear(piece);
  return recorded.turns();
}

async function* inSeconds(samples: Int16Array): AsyncGenerator<Int16Array> {
  for (let at = 0; at < samples.length; at += 16_000) yield samples.subarray(at, at + 16_000);
}

const noErrors = (): DiarizationErrors => ({ missed: 0, invented: 0, confused: 0, speech: 0 });

function add(sum: DiarizationErrors, errors: DiarizationErrors): void {
  for (const key of Object.keys(sum) as (keyof DiarizationErrors)[]) sum[key] += errors[key];
}

function rates({ missed, invented, confused, speech }: DiarizationErrors): string {
  const percent = (seconds: number) => `${((100 * seconds) / speech).toFixed(1)} %`;
  return `${percent(missed + invented + confused)} (missed ${percent(missed)}, confused ${percent(confused)})`;
}

void main();
