import { HttpException } from '@nestjs/common';
import { AppError, type ErrorCode } from '@app/common';
import { codeOf } from './status-codes';

/** A library's own words may quote the request; these are ours. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request is malformed',
  not_found: 'There is no such address; see /docs for those that exist',
  too_large: 'The request is too large',
  unsupported_media_type: 'This content type is not accepted here',
};

/** Whatever was thrown, as the service's own error. What nobody foresaw tells the caller nothing. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = statusOf(thrown);
  const code = status === undefined ? 'internal' : codeOf(status);
  const message = WORDS[code] ?? 'Something went wrong on our side; the request id finds it in the log';
  return new AppError(WORDS[code] ? code : 'internal', message, {}, { cause: thrown });
}

/** Nest's exceptions and those of Express's middleware carry the status that they mean. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}
