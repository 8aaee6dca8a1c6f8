import { authorizedFetch, type Schemas } from '../../api/client';
import { Failure, failureOf } from '../../api/failure';
import { addressOf } from '../../settings';
import { readEvents } from './read-events';

/**
 * Sends a prompt, and tells of the answer as it comes.
 *
 * @returns the turn as it was kept
 * @throws Failure where it was refused, failed, or broke off
 */
export async function streamChat(
  body: Schemas['ChatDto'],
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<Schemas['ChatResultDto']> {
  const request = new Request(addressOf('/ai/v1/chat'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal,
  });
  const response = await authorizedFetch(request);
  if (!response.ok || !response.body) throw failureOf(response, await response.json().catch(() => undefined));
  for await (const { event, data } of readEvents(response.body)) {
    const parsed: unknown = JSON.parse(data);
    if (event === 'delta') onText((parsed as { text: string }).text);
    if (event === 'result') return parsed as Schemas['ChatResultDto'];
    if (event === 'error') throw errorOf(parsed as Schemas['FailureDto']);
  }
  throw new Failure(0, '');
}

const errorOf = ({ response_code, message, errors }: Schemas['FailureDto']): Failure =>
  new Failure(response_code, message, errors);
