/** Tries every part of a running system as its operator would, and says what to do about what it finds. */
export type { Outcome } from './check';
export { examine, type CheckReport } from './examine';
export { systemChecks } from './system-checks';
