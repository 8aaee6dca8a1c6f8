// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import { transcriptionConfig } from '@app/config';
import { ImportModel, ListModels, PullModel, VerifyModels, whisperLanguages } from '@app/transcription';

const folder = (): string => transcriptionConfig().modelsDir;

export const listModels = (): ReturnType<ListModels['execute']> => new ListModels(folder()).execute();

export const pullModel = (
  name: string,
  onProgress: (done: number, all: number) => void,
): ReturnType<PullModel['execute']> => new PullModel(folder()).execute(name, onProgress);

export const verifyModels = (): ReturnType<VerifyModels['execute']> => new VerifyModels(folder()).execute();

/** @param languages if absent, all languages of multilingual Whisper */
export const importModel = (
  name: string,
  files: { encoder: string; decoder: string; tokens: string },
  languages: readonly string[] = whisperLanguages(),
): ReturnType<ImportModel['execute']> =>
  new ImportModel(folder()).execute({ name, languages: [...languages], files });
