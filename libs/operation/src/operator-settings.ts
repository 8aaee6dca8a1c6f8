import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Clock, type LogLevel } from '@app/common';
import { ServiceStateStore, type ServiceState } from './service-state.store';

const MINUTE_MS = 60_000;

/** What an operator sets for all processes. They follow within seconds ({@link ServiceMode}). */
@Injectable()
export class OperatorSettings {
  constructor(
    private readonly state: ServiceStateStore,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
  ) {}

  read(): Promise<Partial<ServiceState>> {
    return this.state.read();
  }

  async beginMaintenance(): Promise<void> {
    const { maintenance } = await this.state.read();
    await this.state.write('maintenance', maintenance ?? { since: this.clock.now().toISOString() });
    await this.trail.recordAlone({ action: 'maintenance.set', reason: 'on' });
  }

  async endMaintenance(): Promise<void> {
    await this.state.remove('maintenance');
    await this.trail.recordAlone({ action: 'maintenance.set', reason: 'off' });
  }

  /** @param minutes until LOG_LEVEL counts again */
  async setLogLevel(level: LogLevel, minutes: number): Promise<void> {
    const until = new Date(this.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
    await this.state.write('log_level', { level, until });
  }

  resetLogLevel(): Promise<void> {
    return this.state.remove('log_level');
  }
}
