export { EntityTable } from './entities/entity-table';
export { anonymize } from './replacing/anonymize';
export { replacementInstructions } from './replacing/anonymized-text';
export type { AnonymizedText, Change, Replacement, TextToAnonymize } from './replacing/anonymized-text';
export * as tableRecords from './records';
export type { TextToLookUp } from './records/lookup-keys';
export { TableInMemory } from './records/table-in-memory';
export { IssuedTable } from './restoring/issued-table';
export { Restorer } from './restoring/restore';
export type { RestoredValue } from './restoring/restore';
export type { RestoringText } from './restoring/restoring-text';
export { formOf, KeptValues } from './rules/kept-values';
export {
  BlockedByPolicy,
  decideAll,
  hiddenKinds,
  MODES,
  NO_RULES,
  type Mode,
  type Rules,
} from './rules/rules';
export { TermFinder } from './rules/term-finder';
