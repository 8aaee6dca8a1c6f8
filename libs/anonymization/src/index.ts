/** Finds personal data in text, replaces it, and restores it. Usable without Nest. */
export { EntityTable } from './entities/entity-table';
export type { EntityTableJson } from './entities/entity-table-json';
export {
  ALLOWED_CHOICES,
  BASIC_TYPES,
  DEFAULT_TYPES,
  LISTED_CHOICES,
  namedChoices,
  ONLY_NAMED_TYPES,
  parseChoices,
} from './entity-type';
export { createDetector } from './detection/create-detector';
export type { CreateDetectorOptions } from './detection/create-detector';
export { Detector } from './detection/detector';
export { answersFor, kindsToSearch } from './detection/kinds-to-search';
export type { Detection, DetectionRequest, DetectorOptions } from './detection/detector';
export { REPLACEMENT_STYLES } from './entity-type';
export type { ReplacementStyle } from './entity-type';
export { DETECTION_GENERATION } from './kinds/generation';
export { ENTITY_TYPES, FAMILIES, kindOf, type EntityType } from './kinds/kinds';
export { guessLanguage } from './language';
export { parseLanguage, SUPPORTED_LANGUAGES } from './language';
export { REQUEST_LANGUAGES } from './lexicon/languages';
export type { Language } from './language';
export { KeptValues, NEVER_KEPT, type KeptValue } from './policy/kept-values';
export { PatternFinder, problemOfPattern, programSizeOf, type TermPattern } from './policy/pattern-finder';
export {
  BlockedByPolicy,
  decideAll,
  hiddenKinds,
  MODES,
  NEVER_BLOCKED,
  NEVER_LEFT_OUT,
  NO_RULES,
  type Decided,
  type Mode,
  type Rules,
} from './policy/policy';
export type { Term, TermSearch } from './policy/term';
export { TermFinder } from './policy/term-finder';
export { isForGood } from './spans/span';
export { TooManyValues } from './spans/value-limit';
export type { Span } from './spans/span';
export { anonymize } from './replacing/anonymize';
export type { AnonymizedText, TextToAnonymize, Replacement } from './replacing/anonymized-text';
export { toEntityMap } from './replacing/anonymized-text';
export { replacementInstructions } from './replacing/anonymized-text';
export { Restorer } from './restoring/restore';
export type { RestoringText } from './restoring/restore';
export { isEverydayWord } from './lexicon/word-lists';
