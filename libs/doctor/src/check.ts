/** What became of a check. `skipped`: it could not be made, which is no failure; `found` says why. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  outcome: Outcome;
  /** What was seen, on one line. */
  found: string;
  /** What to do about it. */
  todo?: string;
}

/** How long one check may take: a server that accepts a connection and never answers must not hold up the others. */
export const CHECK_LIMIT_MS = 10_000;

/** One thing that must hold in a running system, tried for real. */
export abstract class Check {
  abstract readonly name: string;
  /** Names of checks without which this one says nothing: where one of them failed, it is skipped. */
  readonly needs: readonly string[] = [];

  /**
   * @param signal aborts when the check has reached its limit, which is a failure
   * @throws ConfigError where its settings are wrong; what goes wrong otherwise is a failure
   */
  abstract run(signal: AbortSignal): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ outcome: 'ok', found });
export const skipped = (found: string): Finding => ({ outcome: 'skipped', found });
export const warning = (found: string, todo: string): Finding => ({ outcome: 'warning', found, todo });
export const failed = (found: string, todo: string): Finding => ({ outcome: 'failed', found, todo });

/** What an error says, on one line; of several at once, the first one. */
export function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(cause instanceof Error)) return 'an unknown error';
  const { message, code } = cause as NodeJS.ErrnoException;
  return (message || code || cause.name).replaceAll(/\s+/g, ' ').trim();
}

/** Returns an address as it may be printed: without the user and the password that it may hold. */
export const printable = (address: string): string =>
  Object.assign(new URL(address), { username: '', password: '' }).toString().replace(/\/$/, '');
