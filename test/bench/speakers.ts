/**
 * Measures who spoke when on made conversations of two to six speakers: `npm run bench:speakers -- FOLDER`.
 *
 * FOLDER has a subfolder for each person with recordings of them, in any format that ffmpeg reads. The recordings of the
 * published figures are the prompts of the Debian packages that docs/start/transcription.md names. Prints the diarization
 * error rate (collar 0.25 s, with overlapping speech), the number of speakers found, and the time.
 */
import { join } from 'node:path';
import { EnginePool } from '../../libs/transcription/src/engines/embedded/engine-pool';
import { VoiceSpeakers } from '../../libs/transcription/src/speakers/voice-speakers';
import type { VoiceModels, VoiceRequest, VoiceResult } from '../../libs/transcription/src/speakers/voices';
import type { SpeakerTurn } from '../../libs/transcription/src/speakers/speaker-turns';
import { findSpeech } from '../../libs/transcription/src/speech/find-speech';
import { SpeechModel } from '../../libs/transcription/src/speech/speech-model';
import { makeConversation, readVoices, type Conversation } from './speakers/conversations';
import { diarizationErrors, type DiarizationErrors } from './speakers/score';

const PROGRAM = join(__dirname, '../../dist/libs/transcription/src/speakers/voices-process.js');
const SECONDS = 180;
const COUNTS = [2, 3, 4, 5, 6];
/** As the pieces of an engine in the service's own process. */
const PIECES = { longest: 28, pause: 2 };

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder with the recordings: npm run bench:speakers -- FOLDER');
  const voices = readVoices(folder);
  const engines = new EnginePool<VoiceModels, VoiceRequest, VoiceResult>({
    program: PROGRAM,
    environment: process.env,
    timeoutMs: 300_000,
  });
  const speakers = new VoiceSpeakers(engines);
  const totals = { estimated: noErrors(), given: noErrors() };
  let exact = 0;
  let all = 0;
  for (const isTelephone of [false, true])
    for (const count of COUNTS) {
      const seed = count + (isTelephone ? 100 : 0);
      const conversation = makeConversation(voices, { speakers: count, seconds: SECONDS, seed, isTelephone });
      const startedAt = performance.now();
      const estimated = await heard(speakers, conversation);
      const seconds = (performance.now() - startedAt) / 1000;
      const given = await heard(speakers, conversation, count);
      const found = new Set(estimated.map(({ speaker }) => speaker)).size;
      all++;
      if (found === count) exact++;
      const errors = diarizationErrors(conversation.turns, estimated);
      const withCount = diarizationErrors(conversation.turns, given);
      add(totals.estimated, errors);
      add(totals.given, withCount);
      const length = conversation.samples.length / 16_000;
      console.log(
        `${conversation.name}: found ${found}, DER ${rates(errors)}; with the number ${rates(withCount)}; ` +
          `${length.toFixed(0)} s in ${seconds.toFixed(0)} s`,
      );
    }
  console.log(
    `all: DER ${rates(totals.estimated)}; with the number ${rates(totals.given)}; number exact ${exact} of ${all}`,
  );
  speakers.onApplicationShutdown();
}

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
