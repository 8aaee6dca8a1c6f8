import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@app/common';
import { Log } from '@app/observability';
import { ServiceStateStore, type ServiceState } from './service-state.store';

/** How soon each process follows a change. */
const INTERVAL_MS = 2_000;

/** Follows what an operator set for all processes: maintenance, and the level of the log. While PostgreSQL is away, nothing changes. */
@Injectable()
export class ServiceMode implements OnModuleInit, BeforeApplicationShutdown {
  private maintenance = false;
  private isUnread = false;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private readonly listeners: ((inMaintenance: boolean) => void)[] = [];

  constructor(
    private readonly state: ServiceStateStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether the service only reads, logs in and out, revokes and deletes. */
  get inMaintenance(): boolean {
    return this.maintenance;
  }

  /** Calls `listener` now, and at each change. */
  onMaintenance(listener: (inMaintenance: boolean) => void): void {
    this.listeners.push(listener);
    listener(this.maintenance);
  }

  async onModuleInit(): Promise<void> {
    await this.follow();
    this.timer = setInterval(() => {
      this.reading ??= this.follow().finally(() => (this.reading = undefined));
    }, INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.reading;
  }

  /** Reads the state and applies it. An outage is logged once. */
  async follow(): Promise<void> {
    try {
      this.apply(await this.state.read());
      this.isUnread = false;
    } catch (error) {
      if (!this.isUnread) this.log.error('operation.state', error);
      this.isUnread = true;
    }
  }

  private apply({ maintenance, log_level: level }: Partial<ServiceState>): void {
    this.log.useLevel(level && new Date(level.until) > this.clock.now() ? level.level : undefined);
    const isOn = maintenance !== undefined;
    if (isOn === this.maintenance) return;
    this.maintenance = isOn;
    this.log.info(isOn ? 'maintenance.begun' : 'maintenance.ended');
    for (const listener of this.listeners) listener(isOn);
  }
}
