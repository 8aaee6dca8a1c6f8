import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for auditors, who list the jobs of an organization. */
export class IndexJobsByOrganization1763800100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX jobs_by_organization ON jobs (organization_id, id)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX jobs_by_organization');
  }
}
