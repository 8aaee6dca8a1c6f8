import { z } from 'zod';
import { AppError } from '@app/common';
import { refused, UpstreamRefusal } from '@app/openai-client';
import type { ChatMessage, CompletionRequest, DialectObject, TokenUsage } from './language-model';
import { tokenCount } from './token-count';

/** The name of the server in error messages. */
export const SERVER = 'The language model';
const BAD_GATEWAY = 502;

export const isRecord = (value: unknown): value is DialectObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = z.string().nullish();
const usage = z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount });
const withUsage = z.object({ usage });
const answer = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: text, refusal: text }),
        finish_reason: z.unknown().optional(),
      }),
    ],
    z.unknown(),
  ),
});
const firstOfChunk = z.object({
  delta: z.object({ content: text, refusal: text }).nullish(),
  finish_reason: z.unknown().optional(),
});
const chunk = z.object({ choices: z.union([z.tuple([]), z.tuple([firstOfChunk], z.unknown())]) });
/** One check, because a schema of the elements would describe each invalid one. */
const choices = z.custom<DialectObject[]>((value) => Array.isArray(value) && value.every(isRecord));
export const RELAYED = z.looseObject({ choices: choices.refine(({ length }) => length > 0) });
/** A chunk that only reports the usage may have no choices. */
const relayedChunk = z.looseObject({ choices: choices.nullish() });
/** Servers that have begun to answer report a failure in the body. */
export const FAILURE = z.object({ error: z.looseObject({ code: z.unknown().optional() }) });
const isBase64 = (value: unknown): boolean => z.base64().safeParse(value).success;
const isVector = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((one) => typeof one === 'number') : isBase64(value);
/** One check, because there may be millions of numbers. */
const vectors = z.custom<DialectObject[]>(
  (value) => Array.isArray(value) && value.every((one) => isRecord(one) && isVector(one.embedding)),
);
export const EMBEDDINGS = z.looseObject({ data: vectors.refine(({ length }) => length > 0) });
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })).min(1) });

/** Returns the body of a chat completion. With images, the content of a message has parts. */
export const bodyOf = ({ model, messages }: CompletionRequest): DialectObject => ({
  model,
  messages: messages.map(messageOf),
});

const messageOf = ({ images = [], ...message }: ChatMessage): DialectObject =>
  images.length === 0
    ? message
    : {
        ...message,
        content: [
          { type: 'text', text: message.content },
          ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
        ],
      };

/** Returns the text and the finish reason of the first choice. @throws AppError `provider_failed` if there is none */
export function readAnswer(body: unknown): { text: string; finish: string } {
  const { message, finish_reason: finish } = read(answer, withoutFailure(body)).choices[0];
  return { text: nonEmpty(message.content || message.refusal || ''), finish: finishOf(finish) ?? 'stop' };
}

export function readChunk(body: unknown): { text: string; finish?: string } {
  const first = read(chunk, withoutFailure(body)).choices[0];
  return {
    text: first?.delta?.content || first?.delta?.refusal || '',
    ...(first?.finish_reason ? { finish: finishOf(first.finish_reason) } : {}),
  };
}

const FINISH_REASONS = ['stop', 'length', 'content_filter', 'tool_calls'] as const;

/** Returns a finish reason in OpenAI's words, since servers may use others. */
const finishOf = (reason: unknown): string | undefined =>
  reason ? (FINISH_REASONS.find((known) => known === reason) ?? 'other') : undefined;

/** Returns the usage that the server reports, if any. */
export function readUsage(body: unknown): TokenUsage | undefined {
  const { success, data } = withUsage.safeParse(body);
  if (!success) return undefined;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = data.usage;
  return { promptTokens, completionTokens, source: 'provider' };
}

export const readRelayed = (body: unknown): DialectObject => read(RELAYED, withoutFailure(body));

export function readRelayedChunk(body: unknown): DialectObject {
  const chunk = read(relayedChunk, withoutFailure(body));
  return { ...chunk, choices: chunk.choices ?? [] };
}

/** Reads vectors as numbers, or as base64 of 32-bit floats. */
export const readEmbeddings = (body: unknown): DialectObject => read(EMBEDDINGS, withoutFailure(body));

export const readModelList = (body: unknown): string[] => read(modelList, body).data.map(({ id }) => id);

export function nonEmpty(text: string): string {
  if (text === '')
    throw new AppError('provider_failed', 'The language model answered without text; try again', {
      promptSent: true,
    });
  return text;
}

export const brokenOff = (): AppError =>
  new AppError('provider_broke_off', "The language model's answer was broken off; try again", {
    promptSent: true,
  });

/** @throws AppError with a `provider_` code if the body is a failure */
export function withoutFailure(body: unknown): unknown {
  const { success, data } = FAILURE.safeParse(body);
  if (!success) return body;
  const { code } = data.error;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : BAD_GATEWAY;
  throw refused(SERVER, new UpstreamRefusal(status, undefined, JSON.stringify(body)));
}

/** @throws AppError `provider_failed` if the body has another shape */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw notUnderstood();
}

export const notUnderstood = (): AppError =>
  new AppError('provider_failed', 'The language model answered in a form that is not understood', {
    promptSent: true,
  });
