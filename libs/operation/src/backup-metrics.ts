import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { BackupTimes } from './backup-times';

/** Exports the time of the last backup. Without one there is no series, so that no alert fires where backups are made otherwise. */
@Injectable()
export class BackupMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly times: BackupTimes,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'backup_last_success_timestamp_seconds',
      'When `backup create` last succeeded, in seconds since 1970; absent before the first time',
      [],
      async (gauge) => {
        const at = await this.times.lastSuccess();
        if (at) gauge.set(at.getTime() / 1_000);
        else gauge.remove();
      },
    );
  }
}
