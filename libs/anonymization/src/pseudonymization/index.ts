export { EntityTable } from './entities/entity-table';
export { anonymize } from './replacing/anonymize';
export { replacementInstructions } from './replacing/anonymized-text';
export type { AnonymizedText, Change, Replacement, TextToAnonymize } from './replacing/anonymized-text';
export { changeRecords, readRecords, type RecordSource } from './records/change-records';
export type { TextToLookUp } from './records/lookup-keys';
export { TableInMemory } from './records/table-in-memory';
export { TableInRecords } from './records/table-in-records';
export type { TableChanges, TableRecord } from './records/table-in-records';
export { IssuedTable } from './restoring/issued-table';
export { contextsOf, Restorer } from './restoring/restore';
export { RestoreInSteps } from './restoring/restore-in-steps';
export type { RestoredValue } from './restoring/restore';
export type { RestoringText } from './restoring/restoring-text';
export { KeptValues } from './rules/kept-values';
export { PatternFinder } from './rules/pattern-finder';
export {
  BlockedByPolicy,
  decideAll,
  hiddenKinds,
  MODES,
  NO_RULES,
  type Mode,
  type Rules,
} from './rules/rules';
export type { TermSearch } from './rules/term';
export { TermFinder } from './rules/term-finder';
