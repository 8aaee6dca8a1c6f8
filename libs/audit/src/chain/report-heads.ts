import { Injectable, type OnModuleInit } from '@nestjs/common';
import { newId } from '@app/common';
import { Log, Metrics, runInContext } from '@app/observability';
import { NO_ORGANIZATION } from './chain-entry';
import { SealsStore, type OrganizationHead } from './seals.store';

/** The number of digits of a hash that a metric's value can represent exactly: 52 bits. */
const DIGITS = 13;

/**
 * Publishes the end of every chain outside of the database, in the log and as a metric. An attacker who restores or
 * forges the whole trail cannot undo this.
 */
@Injectable()
export class ReportHeads implements OnModuleInit {
  private reading: Promise<OrganizationHead[]> | undefined;
  /** The last logged number, by chain. */
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
      'Age of the oldest entry that is not sealed yet',
      [],
      async (gauge) => gauge.set(await this.seals.oldestWaitingS()),
    );
  }

  /** Logs the chains that have grown since the last call. */
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

  /** Reads the heads once for all gauges of one scrape, which are collected concurrently. */
  private heads(): Promise<OrganizationHead[]> {
    this.reading ??= this.seals.heads().finally(() => (this.reading = undefined));
    return this.reading;
  }
}
