/** Types and functions that every lib uses, without Nest. Its only I/O finds the package folder and ends a program. */
export {
  AppError,
  invalid,
  isStoreUnavailable,
  StoreUnavailable,
  type AppErrorDetails,
  type FieldError,
} from './app-error';
export {
  atGateway,
  codeOfStatus,
  FAILURES,
  FINAL_FAILURES,
  JOB_FAILURES,
  mayRetry,
  statusOf,
  type ErrorCode,
  type JobErrorCode,
} from './error-codes';
export { baseOf } from './base-url';
export { Batch, type BatchOptions } from './batch';
export { chunksOf } from './chunks-of';
export { codeOf, describeError, type ErrorDescription } from './describe-error';
export { DatabaseState, Transactions, type Transaction } from './database';
export {
  GRANTS,
  RATE_LIMIT_KINDS,
  ROLES,
  SCOPES,
  SHARED_KINDS,
  type Grant,
  type RateLimitKind,
  type Role,
  type Scope,
} from './entitlements';
export { isId, newId, type Caller, type Owner } from './ids';
export {
  ANSWER_BOUNDS,
  AnswerTooLarge,
  boundedAnswer,
  BoundedJson,
  exceededBound,
  type AnswerBounds,
  type JsonBounds,
} from './json-bounds';
export { linesOf } from './lines-of';
export { matchesOf } from './matches-of';
export { meanwhile } from './meanwhile';
export { networkOf } from './network-of';
export { NewestOnly } from './newest-only';
export { COMMIT, failureLine, packageRoot, runProgram, VERSION } from './program';
export { readBody } from './read-body';
export { ALL_OWNERS, type RowScope } from './scope';
export { Clock, Deadline, SystemClock, waitAtMost } from './time';
export {
  currentStages,
  inStage,
  STAGES,
  StageTimes,
  timingStages,
  type Stage,
  type StageTime,
} from './stages';
export { TimeSlice } from './time-slice';
export { LOG_LEVELS, type LogLevel } from './log-levels';
