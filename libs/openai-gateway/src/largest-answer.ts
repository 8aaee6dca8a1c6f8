import { MAX_CHOICES } from '@app/llm';

/**
 * Returns the largest possible number of tokens in all answers of a call, for budgets.
 *
 * @param bounds the limits that the caller set for one answer under any parameter name. Servers differ in which one applies.
 * @param count the number of answers; anything but a number counts as one
 * @param limit the context of the model, which bounds each answer
 */
export function largestAnswer(bounds: readonly unknown[], count: unknown, limit: number): number {
  const asked = bounds.filter(isWhole);
  const largest = asked.length > 0 ? Math.max(...asked) : limit;
  return Math.min(limit, largest) * (isWhole(count) ? Math.min(count, MAX_CHOICES) : 1);
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
