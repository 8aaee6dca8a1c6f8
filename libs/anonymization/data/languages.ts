import { GERMAN } from './languages/de';
import { ENGLISH } from './languages/en';
import { SPANISH } from './languages/es';
import { FRENCH } from './languages/fr';
import { ITALIAN } from './languages/it';
import { DUTCH } from './languages/nl';
import { POLISH } from './languages/pl';
import { PORTUGUESE } from './languages/pt';
import type { LanguageWords } from './language-words';

/** The languages that a request may name. Each has a row in the quality table. */
export const REQUEST_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const;

/** Every language with word lists, by its ISO 639-1 code. A new one is a folder and a line here. */
export const LANGUAGES = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
  pl: POLISH,
  pt: PORTUGUESE,
} as const satisfies Readonly<Record<string, LanguageWords>>;
