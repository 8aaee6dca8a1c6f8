import { Check, failed, ok, warning, type Finding } from '../check';

/** Leases use PostgreSQL's clock, tokens and signatures this machine's, and operators compare logs. */
const WARNING_MS = 2_000;
/**
 * Receivers refuse webhooks that differ by five minutes (Standard Webhooks). Access tokens may live only one minute.
 */
const FAILED_MS = 30_000;

/** Checks that this machine's clock agrees with those of the stores. */
export class ClockCheck extends Check {
  readonly name = 'clock';
  override readonly needs = ['postgres', 'redis'];

  /** @param clocks returns the current time of other machines, by name */
  constructor(private readonly clocks: Readonly<Record<string, () => Promise<Date>>>) {
    super();
  }

  async run(): Promise<Finding> {
    const skews: { name: string; ms: number }[] = [];
    for (const [name, read] of Object.entries(this.clocks)) skews.push({ name, ms: await skewOf(read) });
    const seen = skews
      .map(({ name, ms }) => `${name} ${ms < 0 ? 'behind' : 'ahead'} by ${Math.abs(ms)} ms`)
      .join(', ');
    const worst = Math.max(...skews.map(({ ms }) => Math.abs(ms)));
    if (worst < WARNING_MS) return ok(seen);
    return (worst < FAILED_MS ? warning : failed)(seen, 'Use NTP to set the clocks of all machines');
  }
}

/**
 * Returns how far another clock is ahead, in whole milliseconds, assuming that it was read halfway between question and
 * answer.
 */
async function skewOf(read: () => Promise<Date>): Promise<number> {
  const before = Date.now();
  const there = await read();
  return Math.round(there.getTime() - (before + Date.now()) / 2);
}
