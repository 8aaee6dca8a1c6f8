import type { ErrorCode } from './error-codes';

/** One invalid field of a request. Never quotes the value that was sent. */
export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorDetails {
  /** The invalid fields. */
  errors?: readonly FieldError[];
  /** Seconds after which the caller may try again (`Retry-After`). */
  retryAfterS?: number;
  /** A retry fails until the caller or an operator changes something (`X-Should-Retry`). */
  retry?: false;
  /** Whether the provider may have received the prompt (`X-Prompt-Sent`). If absent, unknown. */
  promptSent?: boolean;
  /** The methods that the route supports (`Allow`). */
  allow?: readonly string[];
}

/**
 * The error that every lib throws, with the stable code by which clients decide.
 *
 * The message is sent to the caller. It says what is wrong and what is expected. It never contains a value from the
 * request, or the words of a library or provider.
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
 * Returns the error for one invalid field of a request.
 *
 * @param message the text after the field's name, such as `must not be empty`
 */
export const invalid = (field: string, message: string, code: ErrorCode = 'bad_request'): AppError =>
  new AppError(code, `${field} ${message}`, { errors: [{ field, message }] });

/**
 * A store is known to be unavailable, so nothing waited for it. The log has the event `store.away` for the whole outage.
 */
export class StoreUnavailable extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super('unavailable', message, { retryAfterS: 5 }, options);
  }
}

/** Returns whether `error`, or a cause of it, is that a store is known to be unavailable. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || (error instanceof Error && isStoreUnavailable(error.cause));
