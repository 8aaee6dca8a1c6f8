import { languageOf, SUPPORTED_LANGUAGES, type Language } from '@app/anonymization';
import { AppError, invalid } from '@app/common';

/**
 * @param text the text by which the language is recognized if it is `auto`
 * @throws AppError `bad_request` that names the field `language`
 */
export function readLanguage(language: string, text = ''): Language {
  try {
    return languageOf(text, language);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalid('language', `must be one of ${SUPPORTED_LANGUAGES}`);
  }
}
