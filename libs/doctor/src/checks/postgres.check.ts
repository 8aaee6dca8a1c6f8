import { databaseConfig } from '@app/config';
import { Check, failed, ok, reasonOf, warning, type Finding } from '../check';
import { probePostgres } from '../probes/postgres-probe.store';

/** PostgreSQL lets the programs in, as a role that row-level security binds. */
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
        `${seen}, whom row-level security does not bind`,
        'Name another role in DATABASE_URL, the owner in DATABASE_OWNER_URL, and run npm run migrate',
      );
    } catch (error) {
      return failed(`cannot be used: ${reasonOf(error)}`, 'Start it, or correct DATABASE_URL');
    }
  }
}
