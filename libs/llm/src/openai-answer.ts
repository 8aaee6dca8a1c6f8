import { z } from 'zod';
import { AppError } from '@app/common';
import type { OpenAiObject, TokenUsage } from './language-model';

const text = z.string().nullish();
const usage = z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) });
const withUsage = z.object({ usage });
const answer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: text, refusal: text }) })], z.unknown()),
});
const chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: text, refusal: text }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});
const relayed = z.looseObject({ choices: z.array(z.record(z.string(), z.unknown())) });
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })).min(1) });

/** The text of the first choice. @throws AppError `upstream_failed` where there is none */
export function readAnswer(body: unknown): string {
  const message = read(answer, body).choices[0].message;
  return nonEmpty(message.content || message.refusal || '');
}

export function readChunk(body: unknown): { text: string; finished: boolean } {
  const first = read(chunk, body).choices[0];
  return {
    text: first?.delta?.content || first?.delta?.refusal || '',
    finished: Boolean(first?.finish_reason),
  };
}

/** What the server says that the call cost, if it does. */
export function readUsage(body: unknown): TokenUsage | undefined {
  const { success, data } = withUsage.safeParse(body);
  if (!success) return undefined;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = data.usage;
  return { promptTokens, completionTokens, source: 'provider' };
}

export const readRelayed = (body: unknown): OpenAiObject => read(relayed, body);

export const readModelList = (body: unknown): string[] => read(modelList, body).data.map(({ id }) => id);

export function nonEmpty(text: string): string {
  if (text === '')
    throw new AppError('upstream_failed', 'The language model answered without text; try again');
  return text;
}

export const brokenOff = (): AppError =>
  new AppError('upstream_failed', "The language model's answer was broken off; try again");

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new AppError('upstream_failed', 'The language model answered in a form that is not understood');
}
