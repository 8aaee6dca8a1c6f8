import { Argument, type Command } from 'commander';
import type { RateLimitKind } from '@app/config';
import { print } from '../print';
import { leaf } from './leaf';

interface Limits {
  rateLimits: object;
}

type Change<R extends Limits> = (name: string, kind: RateLimitKind, rate: string | undefined) => Promise<R>;

/** What removes a limit of its own. */
const USUAL = 'default';

/** `limit`: a limit of one user or organization, instead of the setting's. */
export function addLimit<R extends Limits>(
  parent: Command,
  { subject, kinds, change }: { subject: string; kinds: readonly RateLimitKind[]; change: Change<R> },
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
