/** A request that was refused, or that nobody answered (status 0). */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly { field: string; message: string }[] = [],
    /** Seconds after which it is worth another try. */
    readonly retryAfterS?: number,
    /** Another try before that changes nothing, unless somebody changes what it was refused by. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}

interface FailureBody {
  message?: string;
  errorMessage?: string;
  errors?: { field: string; message: string }[];
}

/** Reads what the service says of a failure, in either of its forms. */
export function failureOf(response: Response, body: unknown): Failure {
  const { message, errorMessage, errors } = (typeof body === 'object' && body ? body : {}) as FailureBody;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new Failure(
    response.status,
    message ?? errorMessage ?? response.statusText,
    errors ?? [],
    retryAfter > 0 ? retryAfter : undefined,
    response.headers.get('x-should-retry') === 'false',
  );
}

/** @returns what was thrown as a failure: a connection that broke has status 0 */
export const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure(0, thrown instanceof Error ? thrown.message : '');
