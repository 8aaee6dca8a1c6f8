import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index to find the main keys in use, and the data keys of one of them, without reading all. */
export class IndexMainKeys1763702100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX data_keys_by_main_key ON data_keys (key_id, subject_id)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX data_keys_by_main_key');
  }
}
