import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The device and the last use of logins, for their users. The previous version leaves them empty. */
export class DescribeLogins1763982000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE logins
        ADD COLUMN browser text,
        ADD COLUMN system text,
        ADD COLUMN used_at timestamptz`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE logins DROP COLUMN browser, DROP COLUMN system, DROP COLUMN used_at');
  }
}
