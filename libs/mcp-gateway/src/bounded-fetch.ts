import { ANSWER_BOUNDS, AnswerTooLarge, boundedAnswer, exceededBound } from '@app/common';
import { readSse } from '@app/openai-client';

/**
 * Returns a `fetch` with limits on the size, depth and entries of an answer, which are checked while it arrives. The
 * client of MCP parses whatever it receives.
 *
 * @param onExcess receives the error too, because the client does not end a request when its stream of events fails
 */
export const boundedFetch =
  (onExcess: (error: AnswerTooLarge) => void) =>
  async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(address, init);
    if (!answer.body) return answer;
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const parts = isStream ? boundedEvents(answer.body) : boundedAnswer(answer.body);
    const { status, statusText, headers } = answer;
    return new Response(ReadableStream.from(reporting(parts, onExcess)), { status, statusText, headers });
  };

async function* reporting(
  parts: AsyncIterable<Uint8Array>,
  onExcess: (error: AnswerTooLarge) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    if (error instanceof AnswerTooLarge) onExcess(error);
    throw error;
  }
}

/** Yields the events of a stream as they were read: each is one JSON text. Their ids only serve to resume a stream. */
async function* boundedEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const data of readSse(boundedAnswer(body, ANSWER_BOUNDS, false), ANSWER_BOUNDS.bytes)) {
    const exceeded = exceededBound(Buffer.from(data), ANSWER_BOUNDS);
    if (exceeded) throw new AnswerTooLarge(exceeded);
    yield Buffer.from(`data: ${data.replaceAll(/[\r\n]+/g, '\ndata: ')}\n\n`);
  }
}
