/** Kernel: what every lib speaks. No Nest, no I/O. */
export { AppError } from './app-error';
export type { AppErrorDetails, ErrorCode, FieldError } from './app-error';
export { Batch } from './batch';
export { Clock, SystemClock } from './clock';
export { isId, newId } from './ids';
export { matchesOf } from './matches-of';
export { networkOf } from './network-of';
export type { Owner } from './owner';
export { VERSION } from './version';
export { waitAtMost } from './wait-at-most';
