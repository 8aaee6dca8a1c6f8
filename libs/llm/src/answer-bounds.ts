import { AppError } from '@app/common';
import type { OpenAiObject } from './language-model';

/** Limit for the choices of an answer, whatever number its caller asks for. */
export const MAX_CHOICES = 128;
/** Limit for the tool calls in all choices of an answer. */
export const MAX_CALLS = 512;
/** Limit for the members and elements of an answer, or of one of its chunks or events. */
export const MAX_VALUES = 100_000;
/** Limit for nested objects and lists. */
export const MAX_DEPTH = 64;

/** Returns how many choices an answer to a body may contain. */
export const choicesOf = ({ n }: OpenAiObject): number =>
  Number.isSafeInteger(n) ? Math.min(Math.max(n as number, 1), MAX_CHOICES) : 1;

/** @throws AppError `provider_failed` if `count` is more than `most` */
export function refuseMore(count: number, most: number): void {
  if (count > most) throw tooLarge();
}

export const tooLarge = (): AppError =>
  new AppError('provider_failed', 'The language model answered with more than was asked for; try again', {
    promptSent: true,
  });

/**
 * Returns a server's answer if its number of values and its depth are within the limits.
 *
 * @throws AppError `provider_failed` otherwise
 */
export function bounded(body: unknown): unknown {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    refuseMore(depth, MAX_DEPTH);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const inner = Object.values(value);
      values += inner.length;
      refuseMore(values, MAX_VALUES);
      for (const one of inner) next.push(one);
    }
    level = next;
  }
  return body;
}
