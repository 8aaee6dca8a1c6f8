/** The error codes of the service, and at the end those of the page itself. */
export const ERROR_CODES = [
  'account_inactive',
  'blocked_by_policy',
  'budget_exceeded',
  'conflict',
  'forbidden',
  'internal',
  'invalid_credentials',
  'invalid_file',
  'not_configured',
  'not_found',
  'not_granted',
  'password_change_required',
  'prompt_too_long',
  'provider_broke_off',
  'provider_content_filter',
  'provider_misconfigured',
  'provider_rate_limited',
  'provider_rejected_length',
  'provider_timeout',
  'provider_unreachable',
  'rate_limited',
  'second_factor_required',
  'too_large',
  'unauthenticated',
  'unavailable',
  'validation_failed',
  // The page was closed or loaded again before the answer was complete.
  'interrupted',
  // A job failed; the service did not say why.
  'job_failed',
  // The provider failed; the service did not say how.
  'provider_failed',
  // The service did not answer.
  'unreachable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface FailureParts {
  code: ErrorCode;
  /** 0: there was no answer. */
  status?: number;
  /** The service's own sentence, in English. */
  message?: string;
  fields?: readonly { field: string; message: string }[];
  /** Seconds after which another try may succeed. */
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
  'forbidden',
  'invalid_credentials',
  'invalid_file',
  'not_configured',
  'not_found',
  'not_granted',
  'password_change_required',
  'prompt_too_long',
  'rate_limited',
  'second_factor_required',
  'too_large',
  'unauthenticated',
  'validation_failed',
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

/** Reads a failure from a response, in each form that the service answers with. */
export function failureOf({ status, headers }: Answer, body: unknown): Failure {
  const parsed = (typeof body === 'object' && body ? body : {}) as FailureBody;
  const message = parsed.message ?? parsed.errorMessage ?? '';
  const isFinal = headers.get('x-should-retry') === 'false';
  const retryAfter = Number(headers.get('Retry-After'));
  return new Failure({
    code: codeOf({ code: headers.get('X-Error-Code') ?? parsed.code, status, message, isFinal }),
    status,
    message,
    fields: parsed.errors ?? [],
    retryAfterS: retryAfter > 0 ? retryAfter : undefined,
    promptSent: booleanOf(headers.get('X-Prompt-Sent')),
  });
}

/** Reads the event `error` of a stream: the answer has begun, so that it has no headers of its own. */
export function failureOfEvent(body: unknown): Failure {
  const { code, prompt_sent: promptSent, response_code: status = 500, ...rest } = body as FailureBody;
  const { message = '', errors: fields = [] } = rest;
  return new Failure({
    code: codeOf({ code, status, message, isFinal: false }),
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

/** Returns what was thrown as a failure: a broken connection has status 0. */
export const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure({ code: 'unreachable' });

const booleanOf = (text: string | null): boolean | undefined => (text === null ? undefined : text === 'true');

/** Services that send no codes say these by their sentence alone (contract: Login and tokens). */
const SENTENCES: Readonly<Record<string, ErrorCode>> = {
  'Invalid UserName or Password!': 'invalid_credentials',
  'Password change required': 'password_change_required',
  'Second factor required': 'second_factor_required',
};

const OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  0: 'unreachable',
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  413: 'too_large',
  415: 'invalid_file',
  429: 'rate_limited',
  502: 'provider_failed',
  503: 'unavailable',
  504: 'provider_timeout',
};

interface Named {
  code?: string | null | undefined;
  status: number;
  message: string;
  isFinal: boolean;
}

/** A code that this page does not know is read as what its status says. */
function codeOf({ code, status, message, isFinal }: Named): ErrorCode {
  const known = ERROR_CODES.find((each) => each === code) ?? SENTENCES[message];
  if (known) return known;
  if (status === 429 && isFinal) return 'budget_exceeded';
  if (status === 503 && isFinal) return 'not_configured';
  return OF_STATUS[status] ?? (status < 500 ? 'validation_failed' : 'internal');
}
