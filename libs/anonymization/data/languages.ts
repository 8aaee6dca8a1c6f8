/**
 * Every language, by its ISO 639-1 code. A new one is a word here, and `languages/<code>.json`. Error messages and answers
 * list them in this order.
 */
export const LANGUAGE_CODES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const;

export type LanguageCode = (typeof LANGUAGE_CODES)[number];
