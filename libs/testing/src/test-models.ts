import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of `npm run models:test`: outside the repository, in the format of MODELS_DIR. */
export const testModelsDir = (): string =>
  process.env.TEST_MODELS_DIR ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'privacy-chat/speech-models');

/** @returns why tests that need a speech model cannot run; undefined if they can */
export function whyNoSpeechModel(name = 'whisper-base'): string | undefined {
  if (existsSync(join(testModelsDir(), name, 'model.json'))) return undefined;
  return `${name} is not in ${testModelsDir()}; npm run models:test fetches it`;
}
