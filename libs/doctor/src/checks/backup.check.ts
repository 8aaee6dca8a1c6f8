import { BackupTimes } from '@app/operation';
import { Check, ok, skipped, warning, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

const HOUR_MS = 3_600_000;
/** A daily backup, and two hours for its duration: `BackupOld` fires then. */
const OLD_MS = 26 * HOUR_MS;

/** Reports the age of the last backup. */
export class BackupCheck extends Check {
  readonly name = 'backup';
  override readonly needs = ['postgres', 'migrations'];

  constructor(private readonly parts: DatabaseParts) {
    super();
  }

  async run(): Promise<Finding> {
    const last = await (await this.parts.get(BackupTimes)).lastSuccess();
    if (!last)
      return skipped('backup create has never succeeded; other backups are not visible to this check');
    const ageMs = Date.now() - last.getTime();
    const found = `the last one is ${Math.floor(ageMs / HOUR_MS)} h old (${last.toISOString()})`;
    return ageMs > OLD_MS ? warning(found, 'Run backup create, and check its schedule') : ok(found);
  }
}
