import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { Metrics } from '@app/observability';
import type { CallOutcome } from '@app/openai-client';
import { BleepRecording } from './bleeping/bleep-recording';
import { DecodeAudio } from './audio/decode-audio';
import type { EngineModel, RecognitionRequest, RecognitionResult } from './engines/embedded/engine';
import { EmbeddedTranscriber } from './engines/embedded/embedded-transcriber';
import { EnginePool } from './engines/embedded/engine-pool';
import { OpenAiTranscriber } from './engines/openai/openai-transcriber';
import { InstalledModels } from './models/installed-models';
import { SpeechLanguages } from './speech-languages';
import { SpeakerFinder } from './speakers/speaker-finder';
import { VoiceSpeakers } from './speakers/voice-speakers';
import { SpeechModel } from './speech/speech-model';
import { TranscribeAudio } from './transcribe-audio';
import { Transcriber } from './transcriber';

const PROGRAM = join(__dirname, 'engines/embedded/engine-process.js');
const VOICES_PROGRAM = join(__dirname, 'speakers/voices-process.js');

@Module({
  imports: [ConfigModule.forFeature(transcriptionConfig)],
  providers: [
    BleepRecording,
    DecodeAudio,
    SpeechLanguages,
    SpeechModel,
    TranscribeAudio,
    {
      provide: Transcriber,
      inject: [transcriptionConfig.KEY, Metrics],
      useFactory: (config: TranscriptionConfig, metrics: Metrics) =>
        createTranscriber(config, metrics.requestsTo('transcription')),
    },
    {
      provide: SpeakerFinder,
      inject: [transcriptionConfig.KEY],
      useFactory: ({ childEnvironment, timeoutMs, modelsDir, speakerModel }: TranscriptionConfig) =>
        new VoiceSpeakers(
          new EnginePool({ program: VOICES_PROGRAM, environment: childEnvironment, timeoutMs }),
          speakerModel ? () => new InstalledModels(modelsDir).voiceEncoder(speakerModel) : undefined,
        ),
    },
  ],
  exports: [BleepRecording, SpeechLanguages, TranscribeAudio],
})
export class TranscriptionModule {}

/** Creates a client of the configured server, or else an engine on this machine. */
function createTranscriber(
  config: TranscriptionConfig,
  onOutcome: (outcome: CallOutcome) => void,
): Transcriber {
  const { baseUrl, apiKey, requestBytes, timeoutMs } = config;
  if (baseUrl)
    return new OpenAiTranscriber({
      baseUrl,
      apiKey,
      requestBytes,
      timeoutMs,
      model: config.model ?? 'whisper-1',
      firstWaitMs: 500,
      onOutcome,
    });
  const engines = new EnginePool<EngineModel, RecognitionRequest, RecognitionResult>({
    program: PROGRAM,
    environment: config.childEnvironment,
    timeoutMs,
  });
  return new EmbeddedTranscriber(
    new InstalledModels(config.modelsDir, config.model),
    engines,
    config.threads,
  );
}
