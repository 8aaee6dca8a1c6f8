import { ANSWER_BOUNDS, AppError, boundedAnswer } from '@app/common';
import { isLoopback } from '@app/config';

const TIMEOUT_MS = 5_000;
/** Metadata, keys and tokens are a few kilobytes. */
const BOUNDS = { ...ANSWER_BOUNDS, bytes: 1024 * 1024 };

/** Returns the failure for callers if the provider does not answer, or its answer is invalid. It does not quote the provider. */
export const providerAway = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'The single sign-on provider does not answer; try again in a few seconds',
    { retryAfterS: 5 },
    { cause },
  );

/**
 * Calls an address of the provider's metadata: https, or a loopback address if the issuer is one. Does not follow
 * redirects, and limits the size, depth and entries of the answer while it arrives.
 *
 * @throws AppError `unavailable` if there is no answer in time, or a server error
 */
export const providerFetch =
  (issuer: string) =>
  async (address: string, options: RequestInit = {}): Promise<Response> => {
    const target = new URL(address);
    if (!mayBeCalled(target, new URL(issuer))) throw providerAway(new Error('Not an https address'));
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(target, { ...options, redirect: 'manual', signal });
      const body = await read(answer);
      if (answer.status >= 500 || answer.status === 429) throw new Error(`Status ${answer.status}`);
      const { status, headers } = answer;
      return new Response(hasNoBody(status) ? null : body, { status, headers });
    } catch (error) {
      throw providerAway(error);
    }
  };

const mayBeCalled = (target: URL, issuer: URL): boolean =>
  target.protocol === 'https:' ||
  (target.protocol === 'http:' && issuer.protocol === 'http:' && isLoopback(target.hostname));

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

async function read({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  if (body) for await (const chunk of boundedAnswer(body, BOUNDS)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
