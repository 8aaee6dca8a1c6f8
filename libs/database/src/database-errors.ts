import { DatabaseError } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { StoreUnavailable } from '@app/common';

/**
 * Error codes of PostgreSQL (appendix A): connection exceptions, shutdown or start in progress, a read-only server, no disk
 * space, no memory, too many connections.
 */
const AWAY_STATES = /^(08...|57P0[1-3]|25006|53[123]00)$/;

const AWAY_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver throws these as plain errors that only their messages distinguish. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Returns whether `error` means that PostgreSQL is unavailable, instead of that a statement is invalid. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof QueryFailedError) return isDatabaseAway(error.driverError);
  // A connection that breaks within a transaction is released, and the transaction's next statement gets this error.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  if (error instanceof DatabaseError) return AWAY_STATES.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some((one) => isDatabaseAway(one));
  if (!(error instanceof Error)) return false;
  return AWAY_CODES.has((error as NodeJS.ErrnoException).code ?? '') || AWAY_WORDS.test(error.message);
}

/** Error code of PostgreSQL (appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Returns whether `error` means that the role of the connection lacks a privilege. */
export function isForbidden(error: unknown): boolean {
  const cause = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE;
}
