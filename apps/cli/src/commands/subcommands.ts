import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { RateLimitKind } from '@app/common';
import { print } from '../print';

/** A command that does something, rather than holding others: with `--json`, as all of them (contract: Running it). */
export const leaf = (parent: Command, nameAndArguments: string, description: string): Command =>
  parent.command(nameAndArguments).description(description).option('--json', 'print one JSON document');

interface Limits {
  rateLimits: object;
}

type Change = (name: string, kind: RateLimitKind, rate: string | undefined) => Promise<Limits>;

/** What removes a limit of its own. */
const USUAL = 'default';

/** `limit`: a limit of one user or organization, instead of the setting's. */
export function addLimit(
  parent: Command,
  { subject, kinds, change }: { subject: string; kinds: readonly RateLimitKind[]; change: Change },
): void {
  leaf(parent, `limit <${subject}>`, `set how often ${subject} may call, from the next request on`)
    .addArgument(new Argument('<kind>', 'what is counted').choices(kinds))
    .argument('<rate>', `how many in how much time, such as 300/1m; ${USUAL}: as for everybody`)
    .action(async (name: string, kind: RateLimitKind, rate: string, options: { json?: boolean }) => {
      const row = await change(name, kind, rate === USUAL ? undefined : rate);
      const limits = Object.entries(row.rateLimits).map(([own, value]) => `${own}=${value}`);
      print(options.json ? row : { ...row, rateLimits: limits }, options);
    });
}

/** ISO 8601 with `Z` or an offset, so that it means the same everywhere. @throws InvalidArgumentError */
export function readTime(text: string): Date {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = new Date(text);
  if (isIso && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('expected a time such as 2026-01-15T09:30:00Z');
}

/** A whole number from `min` to `max`. @param expected what is said of anything else. @throws InvalidArgumentError */
export const wholeNumber =
  (min: number, max: number, expected: string) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(expected);
  };
