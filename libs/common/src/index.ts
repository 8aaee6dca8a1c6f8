/** Kernel: what every lib speaks. No Nest, and hardly any I/O: it finds the package's own folder and ends a program. */
export { AppError, invalid, type AppErrorDetails, type ErrorCode, type FieldError } from './app-error';
export { Batch, type BatchOptions } from './batch';
export { Clock, SystemClock } from './clock';
export { GRANTS, RATE_LIMIT_KINDS, SHARED_KINDS, type Grant, type RateLimitKind } from './entitlements';
export { DatabaseState } from './database-state';
export { isId, newId, type Owner } from './ids';
export { matchesOf } from './matches-of';
export { networkOf } from './network-of';
export { packageRoot } from './package-root';
export { runProgram } from './run-program';
export { Transactions, type Transaction } from './transactions';
export { VERSION } from './version';
export { waitAtMost } from './wait-at-most';
