import type { AppError } from '@app/common';
import { tooLarge as answeredTooMuch } from '@app/openai-client';
import type { DialectObject } from './language-model';
import { SERVER } from './openai-format';

/** Limit for the choices of an answer, whatever number its caller asks for. */
export const MAX_CHOICES = 128;
/** Limit for the tool calls in all choices of an answer. */
export const MAX_CALLS = 512;

/** Returns how many choices an answer to a body may contain. */
export const choicesOf = ({ n }: DialectObject): number =>
  Number.isSafeInteger(n) ? Math.min(Math.max(n as number, 1), MAX_CHOICES) : 1;

/** @throws AppError `provider_failed` if `count` is more than `most` */
export function refuseMore(count: number, most: number): void {
  if (count > most) throw tooLarge();
}

export const tooLarge = (): AppError => answeredTooMuch(SERVER);
