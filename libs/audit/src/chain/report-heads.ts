import { Injectable, type OnModuleInit } from '@nestjs/common';
import { newId } from '@app/common';
import { Log, Metrics, runInContext } from '@app/observability';
import { NO_ORGANIZATION } from './chain-entry';
import { SealsStore, type OrganizationHead } from './seals.store';

/** The digits of a hash that a metric's value holds exactly: 52 bits. */
const DIGITS = 13;

/**
 * Tells the end of every chain outside of the database, in the log and as a metric: whoever puts the whole trail back to
 * an earlier state, or makes it anew, cannot take that back.
 */
@Injectable()
export class ReportHeads implements OnModuleInit {
  private reading: Promise<OrganizationHead[]> | undefined;
  /** What was logged last, by chain. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly seals: SealsStore,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const labels = ['organization', 'chain'] as const;
    this.metrics.gauge(
      'audit_chain_entries',
      'The number of the last sealed entry',
      labels,
      async (gauge) => {
        for (const { organizationId: organization, chain, seq } of await this.heads())
          gauge.set({ organization, chain }, seq);
      },
    );
    this.metrics.gauge(
      'audit_chain_head',
      'The first 13 hexadecimal digits of the hash of the last sealed entry, as a number',
      labels,
      async (gauge) => {
        for (const { organizationId: organization, chain, hash } of await this.heads())
          gauge.set({ organization, chain }, Number.parseInt(hash.slice(0, DIGITS), 16));
      },
    );
    this.metrics.gauge(
      'audit_unsealed_oldest_seconds',
      'Age of the oldest entry that waits for its seal',
      [],
      async (gauge) => gauge.set(await this.seals.oldestWaitingS()),
    );
  }

  /** Writes the chains that have grown since to the log. */
  async execute(): Promise<void> {
    for (const { organizationId, chain, seq, hash } of await this.seals.heads()) {
      const key = `${organizationId} ${chain}`;
      if (this.told.get(key) === seq) continue;
      this.told.set(key, seq);
      const context = {
        requestId: newId(),
        ...(organizationId !== NO_ORGANIZATION && { organizationId }),
      };
      runInContext(context, () => this.log.info('audit.chain', { chain, seq, hash }));
    }
  }

  /** Read once for the gauges of one scrape, which are collected side by side. */
  private heads(): Promise<OrganizationHead[]> {
    this.reading ??= this.seals.heads().finally(() => (this.reading = undefined));
    return this.reading;
  }
}
