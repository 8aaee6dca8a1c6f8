import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Usage = Schemas['UsageDataDto'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the organization used of models in the last days (UTC), today included. */
export const useUsage = (days: number) =>
  useQuery({
    queryKey: ['usage', days],
    queryFn: async () => {
      const end = Date.now();
      const today = Math.floor(end / DAY_MS) * DAY_MS;
      const body = { start_date: today - (days - 1) * DAY_MS, end_date: end };
      return (await ask(client.POST('/ai/v1/get-token-usage', { body }))).data;
    },
  });

/** Every day of the range with its tokens: the service names only those with usage. */
export function dailyTokens({ start_date: start, end_date: end, by_day: byDay }: Usage) {
  const tokens = new Map(byDay.map(({ date, total_tokens: total }) => [date, total]));
  const days: { date: string; tokens: number }[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.push({ date, tokens: tokens.get(date) ?? 0 });
  }
  return days;
}

/** RFC 4180: a row for each day, then one for each model. */
export const usageCsv = (usage: Usage): string =>
  [
    ['by', 'of', 'total_tokens', 'prompt_tokens', 'completion_tokens', 'requests'],
    ...dailyTokens(usage).map(({ date, tokens }) => ['day', date, tokens, '', '', '']),
    ...usage.by_model.map(
      ({ model, total_tokens: total, prompt_tokens: prompt, completion_tokens: completion, requests }) => [
        'model',
        `"${model.replaceAll('"', '""')}"`,
        total,
        prompt,
        completion,
        requests,
      ],
    ),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
