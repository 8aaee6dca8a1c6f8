import { databaseConfig } from '@app/config';
import { Check, failed, ok, reasonOf, warning, type Finding } from '../check';
import { probePostgres } from '../probes/postgres-probe.store';

/** Checks that the programs can log in to PostgreSQL with a role that is subject to row-level security. */
export class PostgresCheck extends Check {
  readonly name = 'postgres';

  async run(): Promise<Finding> {
    const { url } = databaseConfig();
    try {
      const { version, role, bound, readOnly } = await probePostgres(url);
      const seen = `${version}, as ${role}`;
      if (readOnly)
        return failed(`${seen}, is read-only`, 'Promote the standby, or point DATABASE_URL at the primary');
      if (bound) return ok(seen);
      return warning(
        `${seen}, which is not subject to row-level security`,
        'Set another role in DATABASE_URL and the owner in DATABASE_OWNER_URL, and run npm run migrate',
      );
    } catch (error) {
      return failed(`cannot be used: ${reasonOf(error)}`, 'Start it, or correct DATABASE_URL');
    }
  }
}
