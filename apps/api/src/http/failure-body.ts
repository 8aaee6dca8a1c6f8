import type { AppError, ErrorCode } from '@app/common';
import type { HttpConfig } from '@app/config';

/** The HTTP status of each error code (contract: Addresses and the envelope). */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  upstream_timeout: 504,
};

/** The error code of a status that a library chose. */
export const codeOf = (status: number): ErrorCode =>
  (Object.keys(STATUS) as ErrorCode[]).find((code) => STATUS[code] === status) ??
  (status >= 400 && status < 500 ? 'bad_request' : 'internal');

type Bases = Pick<HttpConfig, 'aiBasePath' | 'idmBasePath'>;

/** A family of endpoints whose failures have one form. */
export type Family = 'envelope' | 'login' | 'openai';

/** The family that a path belongs to; where no other is known, that of the envelope. */
export function familyOf(path: string, { aiBasePath, idmBasePath }: Bases): Family {
  if (isBelow(path, idmBasePath)) return 'login';
  return isBelow(path, `${aiBasePath}/openai/v1`) ? 'openai' : 'envelope';
}

/** The failure body of the family that `path` belongs to (contract: Chat). */
export function failureBody(error: AppError, path: string, bases: Bases, now: Date): object {
  switch (familyOf(path, bases)) {
    case 'login':
      return { errorDate: errorDate(now), errorMessage: error.message };
    case 'openai':
      return openAiError(error);
    case 'envelope':
      return envelope(error);
  }
}

/** The envelope of {ai_base}. */
export const envelope = ({ code, message, details: { errors } }: AppError): object => ({
  success: false,
  message,
  response_code: STATUS[code],
  ...(errors?.length && { errors }),
});

/** OpenAI's error object, for its clients. */
export const openAiError = ({
  code,
  message,
  details: { errors, reason },
}: AppError): { error: { message: string; type: string; param: string | null; code: string } } => ({
  error: {
    message,
    type: STATUS[code] < 500 ? 'invalid_request_error' : 'server_error',
    param: errors?.[0]?.field ?? null,
    code: reason ?? code,
  },
});

/** Routes are found whatever the case of their letters. */
export const isBelow = (path: string, base: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());

/** `2025-08-04T08:37:24.129+0000` */
const errorDate = (now: Date): string => now.toISOString().replace('Z', '+0000');
