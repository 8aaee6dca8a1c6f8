/** A field of the request that is invalid. */
export interface FieldError {
  field: string;
  message: string;
}

interface ErrorParts {
  status: number;
  code: string;
  message: string;
  errors?: readonly FieldError[] | undefined;
  promptSent?: boolean | undefined;
  retryAfter?: number | undefined;
}

/** A failure that the service reports, or a stream that ends early. */
export class PrivacyChatError extends Error {
  override readonly name = 'PrivacyChatError';
  /** The HTTP status; 0 for a failed job and an interrupted stream. */
  readonly status: number;
  /** The stable code of `docs/reference/errors.md`; `unknown` if the answer has none, such as that of a proxy. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** Whether the prompt reached the provider; undefined if the service did not report it. */
  readonly promptSent: boolean | undefined;
  /** The seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, errors = [], promptSent, retryAfter }: ErrorParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.promptSent = promptSent;
    this.retryAfter = retryAfter;
  }
}

/** The fields of all failure bodies. */
interface FailureBody {
  message?: string;
  errorMessage?: string;
  error?: string | { message?: string };
  code?: string;
  errors?: FieldError[];
  response_code?: number;
  prompt_sent?: boolean;
}

/** Returns the error of a response that is not a success. */
export async function errorOf(response: Response): Promise<PrivacyChatError> {
  const { status, headers } = response;
  const body = bodyOf(await response.text());
  return new PrivacyChatError({
    status,
    code: headers.get('X-Error-Code') ?? body.code ?? 'unknown',
    message: messageOf(body) ?? `The service answered with the status ${status}`,
    errors: body.errors,
    promptSent: booleanOf(headers.get('X-Prompt-Sent')),
    retryAfter: retryAfterOf(headers),
  });
}

/** Returns the error of a stream's event `error`. */
export function errorOfEvent(data: unknown): PrivacyChatError {
  const body = data as FailureBody;
  return new PrivacyChatError({
    status: body.response_code ?? 0,
    code: body.code ?? 'unknown',
    message: messageOf(body) ?? 'The stream failed',
    errors: body.errors,
    promptSent: body.prompt_sent,
  });
}

/** Returns the seconds of `Retry-After`; undefined if it is absent or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Returns a failure body; an empty one if a proxy answered with something else. */
function bodyOf(text: string): FailureBody {
  try {
    return Object(JSON.parse(text)) as FailureBody;
  } catch {
    return {};
  }
}

const messageOf = ({ message, errorMessage, error }: FailureBody): string | undefined =>
  message ?? errorMessage ?? (typeof error === 'string' ? error : error?.message);

const booleanOf = (value: string | null): boolean | undefined =>
  value === 'true' || (value === 'false' ? false : undefined);
