import type { ErrorCode } from './error-codes';

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
  /** A retry changes nothing before the caller or an operator does something (`X-Should-Retry`). */
  retry?: false;
  /** Whether the provider may have received the prompt (`X-Prompt-Sent`). Absent: unknown. */
  promptSent?: boolean;
  /** Methods that the addressed route knows (`Allow`). */
  allow?: readonly string[];
}

/**
 * What every lib throws, with the stable code by which clients decide.
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
