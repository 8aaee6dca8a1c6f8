import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByUser } from './row-security';

/** The keys of sealed mappings: one for each user and UTC day. */
export class CreateMappingKeys1763910000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE mapping_keys (
        id uuid CONSTRAINT mapping_keys_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        day integer NOT NULL
      );
      CREATE UNIQUE INDEX mapping_keys_by_owner ON mapping_keys (organization_id, user_id, day);
      CREATE INDEX mapping_keys_by_day ON mapping_keys (day);
    `);
    await q.query(ownedByUser('mapping_keys'));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DELETE FROM data_keys WHERE subject_id IN (SELECT id FROM mapping_keys);
      DROP TABLE mapping_keys;
    `);
  }
}
