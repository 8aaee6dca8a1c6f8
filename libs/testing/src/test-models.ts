import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `npm run models:test` keeps speech models: outside the repository, in the form of MODELS_DIR. */
export const testModelsDir = (): string =>
  process.env.TEST_MODELS_DIR ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'privacy-chat/speech-models');

/** @returns why tests that need a speech model cannot run; undefined where they can */
export function whyNoSpeechModel(name = 'whisper-base'): string | undefined {
  if (existsSync(join(testModelsDir(), name, 'model.json'))) return undefined;
  return `${name} is not in ${testModelsDir()}; npm run models:test fetches it`;
}
