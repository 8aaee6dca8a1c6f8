import { AppError } from '@app/common';
import type { UpstreamRefusal } from '@app/openai-client';

interface Kind {
  /** The code that OpenAI's clients know. */
  reason: string;
  message: string;
}

const CONTEXT: Kind = {
  reason: 'context_length_exceeded',
  // In words by which libraries that read no codes know it.
  message: "The prompt is longer than the model's context length; send fewer or shorter messages",
};
const FILTER: Kind = {
  reason: 'content_filter',
  message: "The provider's content filter refused the request",
};
/** What servers call the refusals that a caller can do something about. */
const KINDS: ReadonlyMap<unknown, Kind> = new Map([
  ['context_length_exceeded', CONTEXT],
  ['exceed_context_size_error', CONTEXT],
  ['ContextWindowExceededError', CONTEXT],
  ['content_filter', FILTER],
  ['content_policy_violation', FILTER],
  ['ResponsibleAIPolicyViolation', FILTER],
]);
/** vLLM says it in its message alone. */
const CONTEXT_WORDS =
  /maximum context length|longer than the model's context length|exceeds the available context size/i;

/**
 * An error status of the server as the caller of the gateway sees it (contract: The OpenAI gateway): a client's own mistake stays its
 * own, and it is told to wait where the server says so. The server's words are read for what they mean, never passed on.
 */
export function relayRefusal(refusal: UpstreamRefusal, cause: AppError): AppError {
  const options = { cause };
  const kind = refusal.status === 429 ? undefined : kindOf(refusal.body);
  if (kind) return new AppError('bad_request', kind.message, { reason: kind.reason }, options);
  switch (refusal.status) {
    case 400:
    case 422:
      return new AppError('bad_request', REFUSED, {}, options);
    case 401:
    case 403:
      return new AppError(
        'upstream_failed',
        CONFIGURATION,
        { reason: 'provider_configuration', retry: false },
        options,
      );
    case 404:
      return new AppError('not_found', NO_MODEL, { reason: 'model_not_found' }, options);
    case 429:
      return throttled(refusal, options);
    default:
      return cause;
  }
}

const REFUSED = 'The language model refused the request; check its parameters';
const CONFIGURATION =
  'The provider refused the key or the rights of this service; its operator must set them right';
const NO_MODEL = 'The provider does not know this model, or nothing answers at its address';

function throttled({ retryAfterS }: UpstreamRefusal, options: ErrorOptions): AppError {
  const message = 'The language model takes no more requests now; try again later';
  return new AppError(
    'too_many_requests',
    message,
    retryAfterS === undefined ? {} : { retryAfterS },
    options,
  );
}

function kindOf(body: string): Kind | undefined {
  const error = errorIn(body);
  if (!error) return undefined;
  const inner = isRecord(error.innererror) ? error.innererror : {};
  const kind = KINDS.get(error.code) ?? KINDS.get(error.type) ?? KINDS.get(inner.code);
  if (kind) return kind;
  return typeof error.message === 'string' && CONTEXT_WORDS.test(error.message) ? CONTEXT : undefined;
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
