import { DatabaseState } from '@app/common';
import { Check, failed, ok, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

/** Checks that every known migration has run. Programs with pending ones do not start. */
export class MigrationsCheck extends Check {
  readonly name = 'migrations';
  override readonly needs = ['postgres'];

  constructor(private readonly parts: DatabaseParts) {
    super();
  }

  async run(): Promise<Finding> {
    const pending = await (await this.parts.get(DatabaseState)).pendingMigrations();
    if (pending.length === 0) return ok('all have run');
    return failed(`${pending.length} are pending, starting with ${pending[0]}`, 'Run npm run migrate');
  }
}
