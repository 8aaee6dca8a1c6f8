/** Kernel: what every lib speaks. No Nest, and no I/O but to find the package's own folder. */
export { AppError } from './app-error';
export type { AppErrorDetails, ErrorCode, FieldError } from './app-error';
export { Batch, type BatchOptions } from './batch';
export { Clock, SystemClock } from './clock';
export { isId, newId } from './ids';
export { matchesOf } from './matches-of';
export { networkOf } from './network-of';
export type { Owner } from './owner';
export { packageRoot } from './package-root';
export { Transactions, type Transaction } from './transactions';
export { VERSION } from './version';
export { waitAtMost } from './wait-at-most';
