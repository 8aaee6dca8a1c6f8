/** Finds personal data in text, replaces it, and restores it. Usable without Nest. */
export { BASIC_TYPES, CHOICES, REPLACEMENT_STYLES } from './kinds/entity-type';
export type { ReplacementStyle } from './kinds/entity-type';
export { DETECTION_GENERATION } from './kinds/generation';
export { ENTITY_TYPES, FAMILIES, kindOf, type EntityType } from './kinds/kinds';
export { LANGUAGES } from './lexicon/languages';
export { isEverydayWord } from './lexicon/word-lists';
export { decodeJsonString, encodeJsonString } from './text/json-strings';
export { languageOf, parseLanguage, SUPPORTED_LANGUAGES } from './text/language';
export type { Language } from './text/language';
export { isForGood } from './text/spans/span';
export type { Span } from './text/spans/span';
export * from './detection';
export * from './pseudonymization';
