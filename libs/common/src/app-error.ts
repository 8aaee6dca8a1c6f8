/** What can go wrong, in the service's own words; the HTTP status of each is the api's business. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'internal'
  | 'upstream_failed'
  | 'unavailable'
  | 'upstream_timeout';

/** One field of a request that is at fault. Never quotes the value that was sent. */
export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorDetails {
  /** Single fields at fault. */
  errors?: readonly FieldError[];
  /** Seconds after which the caller may try again (`Retry-After`). */
  retryAfterS?: number;
  /** Trying again changes nothing before an operator does something (`x-should-retry`). */
  retry?: false;
  /** A finer code than ours, of those that OpenAI's clients know. */
  reason?: string;
  /** Methods that the addressed route knows (`Allow`). */
  allow?: readonly string[];
}

/**
 * What every lib throws. It knows a code, not a status.
 *
 * The message goes to the caller: it says what is wrong and what is expected, and never holds
 * a value that somebody sent, nor a library's or provider's own words.
 */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: AppErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AppError';
  }
}

/**
 * What is thrown where one field of a request is at fault.
 *
 * @param message what follows the field's name, such as `must not be empty`
 */
export const invalid = (field: string, message: string, code: ErrorCode = 'bad_request'): AppError =>
  new AppError(code, `${field} ${message}`, { errors: [{ field, message }] });
