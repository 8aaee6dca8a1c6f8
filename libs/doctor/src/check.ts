/** The result of a check. `skipped`: the check was not possible, which is no failure; `found` gives the reason. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  outcome: Outcome;
  /** The observation, on one line. */
  found: string;
  /** How to fix it. */
  todo?: string;
}

/** The time limit of a check, so that a server that never answers does not block the others. */
export const CHECK_LIMIT_MS = 10_000;

/** Tests one requirement of a running system. */
export abstract class Check {
  abstract readonly name: string;
  /** Names of checks on which this one depends. If one of them failed, this one is skipped. */
  readonly needs: readonly string[] = [];

  /**
   * @param signal aborts when the check has reached its limit, which is a failure
   * @throws ConfigError if its settings are wrong; any other error is a failure
   */
  abstract run(signal: AbortSignal): Promise<Finding>;
}

export const ok = (found: string): Finding => ({ outcome: 'ok', found });
export const skipped = (found: string): Finding => ({ outcome: 'skipped', found });
export const warning = (found: string, todo: string): Finding => ({ outcome: 'warning', found, todo });
export const failed = (found: string, todo: string): Finding => ({ outcome: 'failed', found, todo });

/** Returns an error's message on one line; of an aggregate, the first one. */
export function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(cause instanceof Error)) return 'an unknown error';
  const { message, code } = cause as NodeJS.ErrnoException;
  return (message || code || cause.name).replaceAll(/\s+/g, ' ').trim();
}

/** Returns an address for printing, without user and password. */
export const printable = (address: string): string =>
  Object.assign(new URL(address), { username: '', password: '' }).toString().replace(/\/$/, '');
