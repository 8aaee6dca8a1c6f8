import type { Response } from 'express';
import { atGateway, mayRetry, statusOf, type AppError } from '@app/common';
import type { HttpConfig } from '@app/config';
import { ERROR_SCHEMA } from '@app/scim';

type Bases = Pick<HttpConfig, 'aiBasePath' | 'idmBasePath'>;

/** A family of endpoints that share a failure format. */
export type Family = 'envelope' | 'login' | 'openai' | 'anthropic' | 'gemini' | 'presidio' | 'scim';

/** Returns the family of a path; unknown paths belong to the envelope's. */
export function familyOf(path: string, { aiBasePath, idmBasePath }: Bases): Family {
  if (isBelow(path, `${idmBasePath}/scim`)) return 'scim';
  if (isBelow(path, idmBasePath)) return 'login';
  if (isBelow(path, `${aiBasePath}/anthropic`)) return 'anthropic';
  if (isBelow(path, `${aiBasePath}/gemini`)) return 'gemini';
  if (isBelow(path, `${aiBasePath}/presidio`)) return 'presidio';
  return isBelow(path, `${aiBasePath}/openai/v1`) ? 'openai' : 'envelope';
}

/** Returns the failure body for the family of `path` (contract: Chat). */
export function failureBody(error: AppError, path: string, bases: Bases, now: Date): object {
  switch (familyOf(path, bases)) {
    case 'login':
      return { errorDate: errorDate(now), errorMessage: error.message };
    case 'openai':
      return openAiError(error);
    case 'anthropic':
      return anthropicError(error);
    case 'gemini':
      return geminiError(error);
    case 'presidio':
      return presidioError(error);
    case 'scim':
      return scimError(error);
    case 'envelope':
      return envelope(error);
  }
}

/** Returns the content type of the bodies of a path. */
export const contentTypeOf = (path: string, bases: Bases): string =>
  familyOf(path, bases) === 'scim' ? SCIM_TYPE : 'application/json';

const OF_GATEWAY: ReadonlySet<Family> = new Set(['openai', 'anthropic', 'gemini']);

/** Returns the HTTP status of a failure. The gateway has its own statuses for some. */
export const failureStatus = (error: AppError, path: string, bases: Bases): number =>
  OF_GATEWAY.has(familyOf(path, bases)) ? atGateway(error.code).status : statusOf(error.code);

/** Returns the headers of a failure, which do not depend on the format of its body. */
export function failureHeaders({ code, details }: AppError): Record<string, string> {
  const { retryAfterS, retry, promptSent, allow } = details;
  return {
    'X-Error-Code': code,
    ...(statusOf(code) === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryAfterS !== undefined && { 'Retry-After': String(Math.ceil(retryAfterS)) }),
    ...((retry === false || !mayRetry(code)) && { 'X-Should-Retry': 'false' }),
    ...(promptSent !== undefined && { 'X-Prompt-Sent': String(promptSent) }),
    ...(allow && { Allow: allow.join(', ') }),
  };
}

/** Sends a failure response. */
export function sendFailure(error: AppError, response: Response, bases: Bases): void {
  const { path } = response.req;
  response
    .set(failureHeaders(error))
    .status(failureStatus(error, path, bases))
    .type(contentTypeOf(path, bases))
    .json(failureBody(error, path, bases, new Date()));
}

/** Returns the failure envelope of {ai_base}. */
export const envelope = ({ code, message, details: { errors } }: AppError): object => ({
  success: false,
  message,
  response_code: statusOf(code),
  code,
  ...(errors?.length && { errors }),
});

/** Returns the envelope as the last event of a stream, which has no headers. */
export const envelopeEvent = (error: AppError): object => ({
  ...envelope(error),
  ...(error.details.promptSent !== undefined && { prompt_sent: error.details.promptSent }),
});

/** Returns OpenAI's error object, which OpenAI clients read. */
export function openAiError({ code, message, details: { errors } }: AppError): {
  error: { message: string; type: string; param: string | null; code: string };
} {
  const published = atGateway(code);
  return {
    error: {
      message,
      type: published.status < 500 ? 'invalid_request_error' : 'server_error',
      param: errors?.[0]?.field ?? null,
      code: published.code,
    },
  };
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};
/** Clients recognize this failure by these words alone. */
const TOO_LONG: ReadonlySet<string> = new Set(['prompt_too_long', 'provider_rejected_length']);

/** Returns Anthropic's error object, which Anthropic clients read. */
export function anthropicError({ code, message }: AppError): {
  type: 'error';
  error: { type: string; message: string };
} {
  const { status } = atGateway(code);
  const type = ANTHROPIC_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return {
    type: 'error',
    error: { type, message: TOO_LONG.has(code) ? `prompt is too long: ${message}` : message },
  };
}

const GEMINI_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** Returns Google's error object, which Gemini clients read. */
export function geminiError({ code, message }: AppError): {
  error: { code: number; message: string; status: string };
} {
  const { status } = atGateway(code);
  const word = GEMINI_STATUSES[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  return { error: { code: status, message, status: word } };
}

/** Returns Presidio's error object, which Presidio's clients read. */
export const presidioError = ({ message }: AppError): { error: string } => ({ error: message });

/** RFC 7644, section 8.1. */
export const SCIM_TYPE = 'application/scim+json';

/** The kind of a failure by the invalid attribute (RFC 7644, section 3.12). */
const SCIM_TYPES: Readonly<Record<string, string>> = { filter: 'invalidFilter', path: 'invalidPath' };

/** Returns the error object of SCIM, which identity providers read. */
export function scimError({ code, message, details: { errors = [] } }: AppError): object {
  const status = statusOf(code);
  const field = errors[0]?.field;
  const invalid = field === undefined ? 'invalidSyntax' : (SCIM_TYPES[field] ?? 'invalidValue');
  const scimType = status === 400 ? invalid : status === 409 && field ? 'uniqueness' : undefined;
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail: message };
}

/** Express matches routes case-insensitively. */
export const isBelow = (path: string, base: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());

/** `2025-08-04T08:37:24.129+0000` */
const errorDate = (now: Date): string => now.toISOString().replace('Z', '+0000');
