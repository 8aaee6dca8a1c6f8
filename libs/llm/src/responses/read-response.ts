import { z } from 'zod';
import type { AppError } from '@app/common';
import { refused, UpstreamRefusal } from '@app/openai-client';
import type { DialectObject } from '../language-model';
import { isRecord, notUnderstood, SERVER, withoutFailure } from '../openai-format';

/** One check, because a schema of the items would describe each invalid one. */
const items = z.custom<DialectObject[]>(
  (value) => Array.isArray(value) && value.every((item) => isRecord(item) && typeof item.type === 'string'),
);
export const RESPONSE = z.looseObject({ output: items });
const event = z.looseObject({ type: z.string() });

/** The types of the last event. */
const LAST: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);
const FAILED: ReadonlySet<unknown> = new Set(['error', 'response.failed']);
/** The HTTP statuses that correspond to OpenAI's failure codes. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['rate_limit_exceeded', 429],
  ['invalid_prompt', 400],
  ['context_length_exceeded', 400],
]);

/** @throws AppError `provider_failed` if it is not a response, or the failure that it reports */
export function readResponse(body: unknown): DialectObject {
  const { success, data } = RESPONSE.safeParse(withoutFailure(body));
  if (!success) throw notUnderstood();
  if (data.status === 'failed') throw failed(data.error);
  return data;
}

/** @throws the errors of {@link readResponse} */
export function readResponseEvent(body: unknown): DialectObject {
  const { success, data } = event.safeParse(body);
  if (!success) {
    withoutFailure(body);
    throw notUnderstood();
  }
  if (FAILED.has(data.type))
    throw failed(data.error ?? (data.response as DialectObject | undefined)?.error ?? data);
  if (LAST.has(data.type)) readResponse(data.response);
  return data;
}

/** Returns whether the event completes the response. */
export const isLast = ({ type }: DialectObject): boolean => LAST.has(type);

function failed(error: unknown): AppError {
  const code = typeof error === 'object' && error !== null ? (error as DialectObject).code : undefined;
  return refused(
    SERVER,
    new UpstreamRefusal(STATUSES.get(code) ?? 502, undefined, JSON.stringify({ error })),
  );
}
