import { isRecord } from '../complete-answer';
import { estimateUsage } from '../count-tokens';
import type { OpenAiObject } from '../language-model';
import { toChatBody } from './chat-body';
import { ResponseEvents } from './response-events';
import { estimatedUsage } from './response-usage';

/** The two ways to hand on a chat-completions body, whole and streamed. */
export interface ChatRelay {
  relay(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
  relayStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;
}

/** A response of a server that only knows chat completions: an answer is a stream of one chunk. */
export async function respondOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): Promise<OpenAiObject> {
  const asked = toChatBody(body);
  const answer = await model.relay(asked, signal);
  const events = eventsOf(body);
  events.write(answer);
  const last = events.end(await usageOf(events, asked)).at(-1);
  return last!.response as OpenAiObject;
}

/** The same, event by event. */
export async function* respondStreamOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): AsyncGenerator<OpenAiObject> {
  const asked = toChatBody(body);
  const events = eventsOf(body);
  let hasBegun = false;
  for await (const chunk of model.relayStream(asked, signal)) {
    if (!hasBegun) yield* events.begin();
    hasBegun = true;
    yield* events.write(chunk);
  }
  yield* events.end(await usageOf(events, asked));
}

const eventsOf = ({ model }: OpenAiObject): ResponseEvents =>
  new ResponseEvents(model, Math.floor(Date.now() / 1000));

/** Clients of responses rely on a usage; many a server of chat completions says none. */
async function usageOf(
  events: ResponseEvents,
  { messages }: OpenAiObject,
): Promise<OpenAiObject | undefined> {
  if (events.hasUsage) return undefined;
  const sent = (messages as unknown[]).map((message) => ({
    content:
      isRecord(message) && typeof message.content === 'string' ? message.content : JSON.stringify(message),
  }));
  return estimatedUsage(await estimateUsage(sent, events.text));
}
