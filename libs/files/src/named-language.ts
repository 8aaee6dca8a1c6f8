import { languageOf, type Language } from '@app/anonymization';

/**
 * Returns the language that a request names; `undefined` if it is recognized by the file.
 *
 * @throws AppError `bad_request` that lists the supported languages
 */
export function namedLanguage(lang: string | undefined): Language | undefined {
  const language = languageOf('', lang || undefined);
  return language.isGuessed ? undefined : language;
}
