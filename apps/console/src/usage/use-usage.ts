import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Share = Schemas['UsageShareDto'];
/** The dimensions of usage, in addition to days. */
export const PARTS = ['model', 'group', 'key', 'user'] as const;
export type Part = (typeof PARTS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the organization's usage of models in the last days (UTC), including today. */
export const useUsage = (by: 'day' | Part, days: number) =>
  useQuery({
    queryKey: ['usage', by, days],
    queryFn: async () => {
      const query = { by, start_date: firstDay(days), end_date: Date.now() };
      return (await ask(client.GET('/admin/v1/usage', { params: { query } }))).data;
    },
  });

const firstDay = (days: number): number => Math.floor(Date.now() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

/** Returns the tokens of each of the last days. The service lists only days with usage. */
export function dailyTokens(shares: readonly Share[], days: number): { date: string; tokens: number }[] {
  const tokens = new Map(shares.map(({ of, total_tokens: total }) => [of, total]));
  const first = firstDay(days);
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return { date, tokens: tokens.get(date) ?? 0 };
  });
}

export interface Totals {
  total: number;
  prompts: number;
  answers: number;
  requests: number;
  /** Amounts of money by currency. */
  costs: ReadonlyMap<string, number>;
}

/** @param shares shares that do not overlap, such as those by day */
export function totalsOf(shares: readonly Share[]): Totals {
  const sum = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0);
  const costs = new Map<string, number>();
  for (const { currency, amount } of shares.flatMap((share) => share.costs))
    costs.set(currency, (costs.get(currency) ?? 0) + amount);
  return {
    total: sum((share) => share.total_tokens),
    prompts: sum((share) => share.prompt_tokens),
    answers: sum((share) => share.completion_tokens),
    requests: sum((share) => share.requests),
    costs,
  };
}
