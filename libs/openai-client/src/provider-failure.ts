import { AppError, type ErrorCode } from '@app/common';

/** An error status of the server. `body` is only for reading codes, and must not be passed on. */
export class UpstreamRefusal extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterS: number | undefined,
    readonly body: string,
  ) {
    super(`The server answered ${status}`);
  }
}

/** Returns the refusal that caused an error of this client, if any. */
export const refusalOf = (error: unknown): UpstreamRefusal | undefined =>
  error instanceof AppError && error.cause instanceof UpstreamRefusal ? error.cause : undefined;

/**
 * Returns the failure for a server's error status, with a fixed message, because the server's own may quote the prompt.
 *
 * @param name the name of the server in the message, such as `The language model`
 */
export function refused(name: string, refusal: UpstreamRefusal): AppError {
  const code = codeOfRefusal(refusal);
  const { retryAfterS } = refusal;
  const details = { promptSent: true, ...(retryAfterS !== undefined && { retryAfterS }) };
  return new AppError(code, messageOf(code, name), details, { cause: refusal });
}

/** Returns the failure of a call without a complete answer; `hasBegun` if the head of an answer had arrived. */
export function failed(name: string, cause: unknown, hasBegun: boolean): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof UpstreamRefusal) return refused(name, cause);
  const isSent = hasBegun || !neverConnected(cause);
  const code = hasBegun ? 'provider_broke_off' : isSent ? 'provider_failed' : 'provider_unreachable';
  return new AppError(code, messageOf(code, name), { promptSent: isSent }, { cause });
}

/** Returns the failure of a call with an invalid answer. */
export const notUnderstood = (name: string, cause?: unknown): AppError =>
  new AppError('provider_failed', messageOf('provider_failed', name), { promptSent: true }, { cause });

/** Returns the failure of a call with more choices, values or levels than a limit. */
export const tooLarge = (name: string): AppError =>
  new AppError('provider_failed', `${name} answered with more than was asked for; try again`, {
    promptSent: true,
  });

const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  provider_unreachable: 'cannot be reached; try again later',
  provider_broke_off: 'ended its answer early; try again',
  provider_rate_limited: 'accepts no more requests for now; try again later',
  provider_rejected: 'refused the request; check its parameters',
};
const OWN_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  // Contains words that libraries recognize if they do not read codes.
  provider_rejected_length:
    "The prompt is longer than the model's context length; send fewer or shorter messages",
  provider_content_filter: "The provider's content filter refused the request",
  provider_misconfigured:
    "The provider refused this service's key or its rights; the operator must correct them",
  provider_model_unknown: 'The provider does not know this model, or its address returned 404',
};

const messageOf = (code: ErrorCode, name: string): string =>
  OWN_MESSAGES[code] ?? `${name} ${MESSAGES[code] ?? 'failed; try again later'}`;

/** The codes of refusals with a more exact meaning than their status. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['context_length_exceeded', 'provider_rejected_length'],
  ['exceed_context_size_error', 'provider_rejected_length'],
  ['ContextWindowExceededError', 'provider_rejected_length'],
  ['content_filter', 'provider_content_filter'],
  ['content_policy_violation', 'provider_content_filter'],
  ['ResponsibleAIPolicyViolation', 'provider_content_filter'],
  // Gemini answers 400 for a key that it does not know.
  ['API_KEY_INVALID', 'provider_misconfigured'],
]);
/** Words of vLLM, Anthropic and Gemini, which have no code for this. */
const CONTEXT_WORDS =
  /prompt is too long|maximum context length|longer than the model's context length|exceeds the available context size|input token count[ ()\d]{0,20} exceeds the maximum/i;

const BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'provider_rejected'],
  [401, 'provider_misconfigured'],
  [403, 'provider_misconfigured'],
  [404, 'provider_model_unknown'],
  [422, 'provider_rejected'],
  [413, 'provider_rejected_length'],
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
  const named = [error.code, error.type, inner.code, ...reasonsOf(error)];
  const code = named.map((each) => CODES.get(each)).find((each) => each !== undefined);
  if (code) return code;
  return typeof error.message === 'string' && CONTEXT_WORDS.test(error.message)
    ? 'provider_rejected_length'
    : undefined;
}

/** Returns the reasons in the details of Google's error object (https://google.aip.dev/193). */
const reasonsOf = ({ details }: Record<string, unknown>): unknown[] =>
  Array.isArray(details) ? details.filter(isRecord).map(({ reason }) => reason) : [];

/** Returns OpenAI's error object, or the same without its envelope. Gemini wraps it in a list if a stream was asked for. */
function errorIn(body: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(body);
    const parsed: unknown = Array.isArray(json) ? json[0] : json;
    if (!isRecord(parsed)) return undefined;
    return isRecord(parsed.error) ? parsed.error : parsed;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Codes of certificates that Node.js rejects before it sends anything. */
const BAD_CERTIFICATE = /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** A failure of these system calls happens before a request is sent. */
const BEFORE_SENDING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Returns whether the request certainly was not sent. */
export function neverConnected(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, syscall, errors, cause } = error;
  if (BEFORE_SENDING.has(syscall) || BAD_CERTIFICATE.test(String(code))) return true;
  // There is one error per address of a host, in one wrapper.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(neverConnected);
  return neverConnected(cause);
}
