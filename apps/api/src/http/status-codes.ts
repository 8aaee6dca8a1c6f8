import type { ErrorCode } from '@app/common';

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
