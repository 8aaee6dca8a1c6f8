export { EntityTable } from './entities/entity-table';
export { anonymize } from './replacing/anonymize';
export { replacementInstructions, toEntityMap } from './replacing/anonymized-text';
export type { AnonymizedText, Replacement, TextToAnonymize } from './replacing/anonymized-text';
export { Restorer } from './restoring/restore';
export type { RestoringText } from './restoring/restore';
export { KeptValues, NEVER_KEPT } from './rules/kept-values';
export { PatternFinder, problemOfPattern, programSizeOf } from './rules/pattern-finder';
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
} from './rules/rules';
export type { TermSearch } from './rules/term';
export { TermFinder } from './rules/term-finder';
