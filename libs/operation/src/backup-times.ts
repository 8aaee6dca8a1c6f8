import { Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { ServiceStateStore } from './service-state.store';

/** When the last backup succeeded. */
@Injectable()
export class BackupTimes {
  constructor(
    private readonly state: ServiceStateStore,
    private readonly clock: Clock,
  ) {}

  /** Stores that a backup succeeded. */
  noteSuccess(): Promise<void> {
    return this.state.write('backup', { at: this.clock.now().toISOString() });
  }

  /** Returns undefined if `backup create` has never succeeded. */
  async lastSuccess(): Promise<Date | undefined> {
    const { backup } = await this.state.read();
    return backup && new Date(backup.at);
  }
}
