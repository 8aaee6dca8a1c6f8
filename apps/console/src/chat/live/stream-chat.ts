import { send, type Schemas } from '../../api/client';
import { Failure, failureOf, failureOfEvent } from '../../api/failure';
import type { Protection } from '../../privacy/protection';
import { addressOf } from '../../settings';
import { readEvents } from './read-events';

/** The body of a request for an answer. */
export type ChatBody = Schemas['ChatDto'] | Schemas['ContinueDto'] | Schemas['RegenerateDto'];

/** The metadata of a turn in a stream. */
export interface About {
  protection?: Protection | undefined;
  finishReason?: string | undefined;
}

export interface Listener {
  onStart: (chatId: string) => void;
  onText: (text: string) => void;
  onAbout: (about: About) => void;
}

/**
 * Sends a prompt, or continues an answer, and reports the answer while it arrives. If it is stopped after the first
 * delta, the service stores the partial answer.
 *
 * @param path the path of the endpoint
 * @returns the id of the chat, when the turn is stored
 * @throws Failure if the prompt is refused, the provider fails or the stream ends early
 */
export async function streamChat(
  path: string,
  body: ChatBody,
  { onStart, onText, onAbout }: Listener,
  signal: AbortSignal,
): Promise<string> {
  const request = new Request(addressOf(path), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      'X-On-Disconnect': 'keep',
    },
    body: JSON.stringify(body),
    signal,
  });
  const response = await send(request);
  if (!response.body) throw failureOf(response, undefined);
  onAbout({ protection: (response.headers.get('X-Protection') as Protection | null) ?? undefined });
  for await (const { event, data } of readEvents(response.body)) {
    const parsed: unknown = JSON.parse(data);
    if (event === 'start') onStart((parsed as { session_id: string }).session_id);
    if (event === 'delta') onText((parsed as { text: string }).text);
    if (event === 'meta') onAbout(aboutOf(parsed as MetaEvent));
    if (event === 'result') return (parsed as Schemas['ChatResultDto']).session_id;
    if (event === 'error') throw failureOfEvent(parsed);
  }
  throw new Failure({ code: 'unreachable' });
}

interface MetaEvent {
  finish_reason?: string;
  protection?: Protection;
}

const aboutOf = ({ finish_reason: finishReason, protection }: MetaEvent): About => ({
  ...(finishReason && { finishReason }),
  ...(protection && { protection }),
});
