import { z } from 'zod';
import type { AppError, Clock } from '@app/common';
import { refused, UpstreamRefusal } from '@app/openai-client';
import type { DialectObject } from '../language-model';
import { brokenOff, isRecord, read, SERVER } from '../openai-format';
import { OwnDialectModel, type OwnDialectSettings } from '../own-dialect-model';
import { ChatChunks, chatOfMessage } from './chat-of-message';
import { messagesOfChat } from './messages-of-chat';

const MESSAGES = '/v1/messages';
/** The version of the interface (https://docs.anthropic.com/en/api/versioning). */
const VERSION = '2023-06-01';

const typed = z.looseObject({ type: z.string() });
/** Accepts an object of a known type with that type's fields, and any object of another type. */
const byType = (types: Readonly<Record<string, z.ZodRawShape>>) => {
  const known = new Map(Object.entries(types).map(([type, fields]) => [type, z.looseObject(fields)]));
  return typed.refine((value) => known.get(value.type)?.safeParse(value).success ?? true);
};
const block = byType({
  text: { text: z.string() },
  thinking: { thinking: z.string() },
  redacted_thinking: { data: z.string() },
  tool_use: { id: z.string(), name: z.string(), input: z.looseObject({}) },
});
const delta = byType({
  text_delta: { text: z.string() },
  thinking_delta: { thinking: z.string() },
  signature_delta: { signature: z.string() },
  input_json_delta: { partial_json: z.string() },
});
const message = z.looseObject({ type: z.literal('message'), content: z.array(block) });
const index = z.int().min(0);
/** The events of a message (https://docs.anthropic.com/en/api/messages-streaming). */
const EVENTS: ReadonlyMap<string, z.ZodType<DialectObject>> = new Map([
  ['message_start', z.looseObject({ message: z.looseObject({}) })],
  ['content_block_start', z.looseObject({ index, content_block: block })],
  ['content_block_delta', z.looseObject({ index, delta })],
  ['content_block_stop', z.looseObject({ index })],
  ['message_delta', z.looseObject({ delta: z.looseObject({}) })],
  ['message_stop', z.looseObject({})],
]);

/** The statuses of errors that arrive within a stream (https://docs.anthropic.com/en/api/errors). */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['rate_limit_error', 429],
  ['overloaded_error', 503],
]);
const BAD_GATEWAY = 502;

/** A client of Anthropic's Messages API. */
export class AnthropicModel extends OwnDialectModel {
  protected readonly dialect = 'messages';

  constructor(settings: OwnDialectSettings, clock: Clock) {
    super(settings, 'x-api-key', clock);
  }

  protected async ask(body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    return read(message, await this.server.json({ ...callOf(body), signal }));
  }

  /** Yields the known events. Anthropic may add others, which clients skip. */
  protected async *askStream(body: DialectObject, signal: AbortSignal): AsyncGenerator<DialectObject> {
    for await (const data of this.server.events({ ...callOf({ ...body, stream: true }), signal })) {
      const event = read(typed, data);
      if (event.type === 'error') throw failureOf(event);
      const known = EVENTS.get(event.type);
      if (known) yield read(known, event);
      if (event.type === 'message_stop') return;
    }
    throw brokenOff();
  }

  protected ofChat(body: DialectObject, answerTokens: number): DialectObject {
    return messagesOfChat(body, answerTokens);
  }

  protected toChat(answer: DialectObject): DialectObject {
    return chatOfMessage(answer);
  }

  protected toChunks(): ChatChunks {
    return new ChatChunks();
  }
}

/** Returns the request of a body. Its `anthropic_beta` is a header at Anthropic. */
function callOf({ anthropic_beta: betas, ...body }: DialectObject): {
  path: string;
  body: DialectObject;
  headers: Record<string, string>;
} {
  const headers: Record<string, string> = { 'anthropic-version': VERSION };
  if (Array.isArray(betas)) headers['anthropic-beta'] = betas.join(',');
  return { path: MESSAGES, body, headers };
}

function failureOf(event: DialectObject): AppError {
  const type = isRecord(event.error) ? event.error.type : undefined;
  return refused(
    SERVER,
    new UpstreamRefusal(STATUSES.get(type) ?? BAD_GATEWAY, undefined, JSON.stringify(event)),
  );
}
