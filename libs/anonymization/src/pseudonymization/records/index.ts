/** Tables that are too large for memory, as records of a store: only those that a text needs are read. */
export { changeRecords as change, readRecords as read } from './change-records';
export type { RecordSource } from './change-records';
export { areSeveralPersons, ForgettableValues } from './forgettable-values';
export type { ForgettableValue } from './forgettable-values';
export { TableInRecords } from './table-in-records';
export type { TableChanges, TableRecord } from './table-in-records';
export { RestoreInSteps } from '../restoring/restore-in-steps';
