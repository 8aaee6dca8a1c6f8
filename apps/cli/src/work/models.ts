import { runIn } from './run-with'; // Imported first, because it loads the settings first.
import {
  ImportModel,
  ImportVoiceEncoder,
  ListModels,
  ModelsModule,
  PullModel,
  SHIPPED_THRESHOLDS,
  VerifyModels,
  whisperLanguages,
  type VoiceThresholds,
} from '@app/transcription';

export const listModels = (): ReturnType<ListModels['execute']> =>
  runIn([ModelsModule], (app) => app.get(ListModels).execute());

export const pullModel = (
  name: string,
  onProgress: (done: number, all: number) => void,
): ReturnType<PullModel['execute']> =>
  runIn([ModelsModule], (app) => app.get(PullModel).execute(name, onProgress));

export const verifyModels = (): ReturnType<VerifyModels['execute']> =>
  runIn([ModelsModule], (app) => app.get(VerifyModels).execute());

/** @param languages if absent, all languages of multilingual Whisper */
export const importModel = (
  name: string,
  files: { encoder: string; decoder: string; tokens: string },
  languages: readonly string[] = whisperLanguages(),
): ReturnType<ImportModel['execute']> =>
  runIn([ModelsModule], (app) => app.get(ImportModel).execute({ name, languages: [...languages], files }));

/** @param thresholds those that are absent are the ones of the encoder that ships with the service */
export const importVoiceEncoder = (
  name: string,
  encoder: string,
  thresholds: Partial<VoiceThresholds>,
): ReturnType<ImportVoiceEncoder['execute']> =>
  runIn([ModelsModule], (app) =>
    app.get(ImportVoiceEncoder).execute({
      name,
      encoder,
      thresholds: { ...SHIPPED_THRESHOLDS, ...thresholds },
    }),
  );
