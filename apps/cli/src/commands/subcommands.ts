import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { Page, PageRequest } from '@app/accounts';
import type { RateLimitKind } from '@app/common';
import { print } from '../print';

/** Adds a command that runs work. It has `--json` like all of them (contract: Running it). */
export const leaf = (parent: Command, nameAndArguments: string, description: string): Command =>
  parent.command(nameAndArguments).description(description).option('--json', 'print one JSON document');

/** Adds the option for the user that a command works for. */
export const ofUser = (command: Command): Command =>
  command.requiredOption('--user <USERNAME>', 'the user name, an e-mail address');

interface Limits {
  rateLimits: object;
}

type Change<Options> = (
  name: string,
  kind: RateLimitKind,
  rate: string | undefined,
  options: Options,
) => Promise<Limits>;

/** The word that removes a specific limit. */
const USUAL = 'default';

/**
 * Adds `limit`, which sets a rate limit of one user, group or organization instead of the setting's.
 *
 * @returns the command
 */
export function addLimit<Options extends { json?: boolean }>(
  parent: Command,
  { subject, kinds, change }: { subject: string; kinds: readonly RateLimitKind[]; change: Change<Options> },
): Command {
  return leaf(
    parent,
    `limit <${subject}>`,
    `set how many requests ${subject} may send, from the next request on`,
  )
    .addArgument(new Argument('<kind>', 'the kind of requests').choices(kinds))
    .argument('<rate>', `requests per period, such as 300/1m; ${USUAL}: the default limit`)
    .action(async (name: string, kind: RateLimitKind, rate: string, options: Options) => {
      const row = await change(name, kind, rate === USUAL ? undefined : rate, options);
      print(withLimitList(row, options), options);
    });
}

/** Reads all pages of a list. */
export async function listAll<T>(read: (request: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await read({ limit: 1_000, ...(after !== undefined && { after }) });
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
}

/** Formats limits as one cell of a table for people. */
export const withLimitList = <T extends Limits>(row: T, { json }: { json?: boolean }): object =>
  json
    ? row
    : { ...row, rateLimits: Object.entries(row.rateLimits).map(([kind, rate]) => `${kind}=${rate}`) };

/**
 * Parses ISO 8601 with `Z` or an offset, which does not depend on a time zone.
 *
 * @throws InvalidArgumentError
 */
export function readTime(text: string): Date {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = new Date(text);
  if (isIso && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('expected a time such as 2026-01-15T09:30:00Z');
}

/**
 * Returns a parser of whole numbers from `min` to `max`.
 *
 * @param expected the message for any other value
 * @throws InvalidArgumentError
 */
export const wholeNumber =
  (min: number, max: number, expected: string) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(expected);
  };
