import type { components } from '#api';

type ServiceCode =
  | components['schemas']['FailureDto']['code']
  | NonNullable<components['schemas']['JobDto']['error_code']>;

/** The error codes of the service, followed by those of the page itself. */
export const ERROR_CODES = [
  'account_inactive',
  'ambiguous_value',
  'attempts_exhausted',
  'bad_request',
  'blocked_by_policy',
  'budget_exceeded',
  'cancelled',
  'case_closed',
  'case_full',
  'case_limit',
  'conflict',
  'engine_failed',
  'engine_timeout',
  'file_unverifiable',
  'forbidden',
  'image_unreadable',
  'gone',
  'internal',
  'invalid_credentials',
  'invalid_file',
  'invitation_invalid',
  'maintenance',
  'mapping_invalid',
  'method_not_allowed',
  'model_not_found',
  'no_words',
  'not_configured',
  'not_forgettable',
  'not_found',
  'not_granted',
  'not_supported',
  'password_change_required',
  'password_login_off',
  'precondition_failed',
  'prompt_too_long',
  'protection_required',
  'provider_broke_off',
  'provider_content_filter',
  'provider_failed',
  'provider_misconfigured',
  'provider_model_unknown',
  'provider_rate_limited',
  'provider_rejected',
  'provider_rejected_length',
  'provider_storage_off',
  'provider_timeout',
  'provider_unreachable',
  'request_timeout',
  'second_factor_invalid',
  'second_factor_required',
  'second_factor_setup_required',
  'server_tool_refused',
  'style_conflict',
  'too_large',
  'too_many_failures',
  'too_many_requests',
  'too_many_values',
  'tracked_changes',
  'unauthenticated',
  'unavailable',
  'unsupported_audio',
  'unsupported_media_type',
  'upgrade_refused',
  // The page was closed or reloaded before the answer was complete.
  'interrupted',
  // A job failed without a reason from the service.
  'job_failed',
  // The service did not answer.
  'unreachable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Fails to compile if the service has a code that this page does not know. */
export const KNOWS_ALL: [ServiceCode] extends [ErrorCode] ? true : never = true;

export interface FailureParts {
  code: ErrorCode;
  /** 0 if there was no answer. */
  status?: number;
  /** The service's own message, in English. */
  message?: string;
  fields?: readonly { field: string; message: string }[];
  /** Seconds after which a retry may succeed. */
  retryAfterS?: number | undefined;
  /** Whether the provider received the prompt; undefined: unknown. */
  promptSent?: boolean | undefined;
}

/** A request that was refused, failed, or got no answer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];
  readonly retryAfterS: number | undefined;
  readonly promptSent: boolean | undefined;

  constructor({ code, status = 0, message = '', fields = [], retryAfterS, promptSent }: FailureParts) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
    this.promptSent = promptSent ?? (BEFORE_THE_CALL.has(code) ? false : undefined);
  }
}

/** The service finds these before it calls a provider. */
const BEFORE_THE_CALL: ReadonlySet<ErrorCode> = new Set([
  'account_inactive',
  'blocked_by_policy',
  'budget_exceeded',
  'case_closed',
  'case_full',
  'file_unverifiable',
  'forbidden',
  'image_unreadable',
  'invalid_credentials',
  'invalid_file',
  'invitation_invalid',
  'maintenance',
  'not_configured',
  'not_found',
  'not_granted',
  'password_change_required',
  'password_login_off',
  'prompt_too_long',
  'protection_required',
  'second_factor_invalid',
  'second_factor_required',
  'second_factor_setup_required',
  'style_conflict',
  'too_many_failures',
  'too_many_requests',
  'too_many_values',
  'too_large',
  'tracked_changes',
  'unauthenticated',
  'bad_request',
  'not_supported',
  'provider_storage_off',
] as const);

interface FailureBody {
  code?: string;
  prompt_sent?: boolean;
  response_code?: number;
  message?: string;
  errorMessage?: string;
  errors?: { field: string; message: string }[];
}

interface Answer {
  status: number;
  headers: { get(name: string): string | null };
}

/** Reads a failure from a response, in each format of the service. */
export function failureOf({ status, headers }: Answer, body: unknown): Failure {
  const parsed = (typeof body === 'object' && body ? body : {}) as FailureBody;
  const message = parsed.message ?? parsed.errorMessage ?? '';
  const retryAfter = Number(headers.get('Retry-After'));
  return new Failure({
    code: codeOf(headers.get('X-Error-Code') ?? parsed.code, status),
    status,
    message,
    fields: parsed.errors ?? [],
    retryAfterS: retryAfter > 0 ? retryAfter : undefined,
    promptSent: booleanOf(headers.get('X-Prompt-Sent')),
  });
}

/** Reads the event `error` of a stream, which has no headers of its own because the answer has already started. */
export function failureOfEvent(body: unknown): Failure {
  const { code, prompt_sent: promptSent, response_code: status = 500, ...rest } = body as FailureBody;
  const { message = '', errors: fields = [] } = rest;
  return new Failure({
    code: codeOf(code, status),
    status,
    message,
    fields,
    promptSent,
  });
}

/** Reads why a job failed. */
export const failureOfJob = ({ error, error_code: code }: FailedJob): Failure =>
  new Failure({
    code: ERROR_CODES.find((each) => each === code) ?? 'job_failed',
    message: error ?? '',
  });

interface FailedJob {
  error: string | null;
  error_code?: string | null;
}

/** Returns what was thrown as a failure. A broken connection has status 0. */
export const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure({ code: 'unreachable' });

const booleanOf = (text: string | null): boolean | undefined => (text === null ? undefined : text === 'true');

const OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  0: 'unreachable',
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  413: 'too_large',
  415: 'invalid_file',
  429: 'too_many_requests',
  502: 'provider_failed',
  503: 'unavailable',
  504: 'provider_timeout',
};

/** Returns the code of a failure. An unknown code, for example a proxy's, is derived from the status. */
const codeOf = (code: string | null | undefined, status: number): ErrorCode =>
  ERROR_CODES.find((each) => each === code) ??
  OF_STATUS[status] ??
  (status < 500 ? 'bad_request' : 'internal');
