import { writeCsv } from '../ui/csv';
import type { Part, Share } from './use-usage';

/** Returns one row per day, then one per model, group, key or user, with costs as `0.5 EUR`. */
export const usageCsv = (
  days: readonly Share[],
  by: Part,
  shares: readonly Share[],
  nameOf: (share: Share) => string,
): string =>
  writeCsv([
    ['by', 'of', 'name', 'total_tokens', 'prompt_tokens', 'completion_tokens', 'requests', 'costs'],
    ...days.map((share) => rowOf('day', share, '')),
    ...shares.map((share) => rowOf(by, share, nameOf(share))),
  ]);

const rowOf = (by: string, share: Share, name: string) => [
  by,
  share.of ?? '',
  name,
  share.total_tokens,
  share.prompt_tokens,
  share.completion_tokens,
  share.requests,
  share.costs.map(({ currency, amount }) => `${amount} ${currency}`).join('; '),
];
