import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import type { LanguageWords } from './language-schema';

/**
 * Reads `data/languages/<code>.json` without validating it: the build does (`check-languages.ts`), because that takes longer
 * than each process and thread should spend on it.
 */
export function readLanguage(code: string): LanguageWords {
  return parseLanguageFile(code, languageText(code)) as LanguageWords;
}

/** Returns the text of `data/languages/<code>.json`. */
export function languageText(code: string): string {
  return readFileSync(join(packageRoot(), 'libs/anonymization/data/languages', `${code}.json`), 'utf8');
}

/** @throws Error that names the file */
export function parseLanguageFile(code: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`languages/${code}.json must be JSON`, { cause: error });
  }
}
