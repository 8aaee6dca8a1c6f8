import { MAX_CHOICES } from '@app/llm';

/**
 * Tokens of all answers of a call, for budgets.
 *
 * @param bounds what the caller set for one answer, by whatever name: which of two a server goes by is its own affair
 * @param count of answers; one where it is none
 * @param limit the context of the model, which bounds each answer
 */
export function largestAnswer(bounds: readonly unknown[], count: unknown, limit: number): number {
  const asked = bounds.filter(isWhole);
  const largest = asked.length > 0 ? Math.max(...asked) : limit;
  return Math.min(limit, largest) * (isWhole(count) ? Math.min(count, MAX_CHOICES) : 1);
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
