/** Tests every part of a running system from the operator's view, and suggests how to fix failures. */
export type { Outcome } from './check';
export { examine, type CheckReport } from './examine';
export type { Bundle } from './bundle';
export { systemChecks } from './system-checks';
