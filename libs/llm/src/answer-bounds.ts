import { AppError } from '@app/common';
import type { OpenAiObject } from './language-model';

/** Choices of an answer, whatever number its caller asks for. */
export const MAX_CHOICES = 128;
/** Tool calls of an answer, in all its choices. */
export const MAX_CALLS = 512;
/** Members and elements of an answer, or of one of its chunks or events. */
export const MAX_VALUES = 100_000;
/** Objects and lists within each other. */
export const MAX_DEPTH = 64;

/** How many choices an answer to a body may hold. */
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
 * Returns what a server answered, if it has a bounded number of values in a bounded depth.
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
