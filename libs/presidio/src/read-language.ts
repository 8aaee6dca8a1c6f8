import { parseLanguage, SUPPORTED_LANGUAGES, type Language } from '@app/anonymization';
import { AppError, invalid } from '@app/common';

/** @throws AppError `bad_request` that names the field `language` */
export function readLanguage(language: string): Language {
  try {
    return parseLanguage(language);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalid('language', `must be one of ${SUPPORTED_LANGUAGES}`);
  }
}
