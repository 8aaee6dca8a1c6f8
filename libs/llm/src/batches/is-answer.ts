import type { z } from 'zod';
import type { Dialect } from '../language-model';
import { EMBEDDINGS, FAILURE, RELAYED } from '../openai-format';
import { RESPONSE } from '../responses/read-response';

/** What batches may ask for. */
export type BatchAnswer = Extract<Dialect, 'chat' | 'responses'> | 'embeddings';

const FORMS: Readonly<Record<BatchAnswer, z.ZodType>> = {
  chat: RELAYED,
  responses: RESPONSE.refine(({ status }) => status !== 'failed'),
  embeddings: EMBEDDINGS,
};

/** Returns whether a provider's body is a whole answer, with every field that restoring relies on. */
export const isAnswer = (kind: BatchAnswer, body: unknown): boolean =>
  !FAILURE.safeParse(body).success && FORMS[kind].safeParse(body).success;
