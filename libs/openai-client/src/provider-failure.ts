import { AppError, type ErrorCode } from '@app/common';

/** The server answered with an error status. `body` is for reading codes from, never for passing on. */
export class UpstreamRefusal extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterS: number | undefined,
    readonly body: string,
  ) {
    super(`The server answered ${status}`);
  }
}

/** The refusal that an error of this client came from, if it came from one. */
export const refusalOf = (error: unknown): UpstreamRefusal | undefined =>
  error instanceof AppError && error.cause instanceof UpstreamRefusal ? error.cause : undefined;

/**
 * The failure that an error status of a server is, in our own words: the server's may quote the prompt.
 *
 * @param name of the server in the message, such as `The language model`
 */
export function refused(name: string, refusal: UpstreamRefusal): AppError {
  const code = codeOfRefusal(refusal);
  const { retryAfterS } = refusal;
  const details = { promptSent: true, ...(retryAfterS !== undefined && { retryAfterS }) };
  return new AppError(code, messageOf(code, name), details, { cause: refusal });
}

/** The failure of a call that was not answered, or not whole: `hasBegun` if the head of an answer had come. */
export function failed(name: string, cause: unknown, hasBegun: boolean): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof UpstreamRefusal) return refused(name, cause);
  const isSent = hasBegun || !neverConnected(cause);
  const code = hasBegun ? 'provider_broke_off' : isSent ? 'provider_failed' : 'provider_unreachable';
  return new AppError(code, messageOf(code, name), { promptSent: isSent }, { cause });
}

/** The failure of a call that the provider answered with something other than a valid answer. */
export const notUnderstood = (name: string, cause?: unknown): AppError =>
  new AppError('provider_failed', messageOf('provider_failed', name), { promptSent: true }, { cause });

const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  provider_unreachable: 'cannot be reached; try again later',
  provider_broke_off: 'broke off its answer; try again',
  provider_rate_limited: 'accepts no more requests for now; try again later',
  provider_rejected: 'refused the request; check its parameters',
};
const OWN_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  // In words by which libraries that read no codes know it.
  provider_rejected_length:
    "The prompt is longer than the model's context length; send fewer or shorter messages",
  provider_content_filter: "The provider's content filter refused the request",
  provider_misconfigured:
    'The provider refused the key or the rights of this service; its operator must set them right',
  provider_model_unknown: 'The provider does not know this model, or its address returned 404',
};

const messageOf = (code: ErrorCode, name: string): string =>
  OWN_MESSAGES[code] ?? `${name} ${MESSAGES[code] ?? 'failed; try again later'}`;

/** What servers call the refusals that a caller can do something about. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['context_length_exceeded', 'provider_rejected_length'],
  ['exceed_context_size_error', 'provider_rejected_length'],
  ['ContextWindowExceededError', 'provider_rejected_length'],
  ['content_filter', 'provider_content_filter'],
  ['content_policy_violation', 'provider_content_filter'],
  ['ResponsibleAIPolicyViolation', 'provider_content_filter'],
]);
/** vLLM says it in its message alone. */
const CONTEXT_WORDS =
  /maximum context length|longer than the model's context length|exceeds the available context size/i;

const BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'provider_rejected'],
  [401, 'provider_misconfigured'],
  [403, 'provider_misconfigured'],
  [404, 'provider_model_unknown'],
  [422, 'provider_rejected'],
  [429, 'provider_rate_limited'],
]);

function codeOfRefusal({ status, body }: UpstreamRefusal): ErrorCode {
  const named = status === 429 ? undefined : codeIn(body);
  return named ?? BY_STATUS.get(status) ?? 'provider_failed';
}

function codeIn(body: string): ErrorCode | undefined {
  const error = errorIn(body);
  if (!error) return undefined;
  const inner = isRecord(error.innererror) ? error.innererror : {};
  const code = CODES.get(error.code) ?? CODES.get(error.type) ?? CODES.get(inner.code);
  if (code) return code;
  return typeof error.message === 'string' && CONTEXT_WORDS.test(error.message)
    ? 'provider_rejected_length'
    : undefined;
}

/** OpenAI's error object, or the same without its envelope. */
function errorIn(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isRecord(parsed)) return undefined;
    return isRecord(parsed.error) ? parsed.error : parsed;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Codes of certificates that Node.js does not accept, before it sends anything. */
const BAD_CERTIFICATE = /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** What fails in these system calls fails before a request is sent. */
const BEFORE_SENDING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Whether the request surely was not sent. */
function neverConnected(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, syscall, errors, cause } = error;
  if (BEFORE_SENDING.has(syscall) || BAD_CERTIFICATE.test(String(code))) return true;
  // One for each address of a host; a client wraps them all.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(neverConnected);
  return neverConnected(cause);
}
