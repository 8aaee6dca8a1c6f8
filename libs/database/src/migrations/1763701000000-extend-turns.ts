import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The document that a turn attached, and whether its answer is a text or an image. */
export class ExtendTurns1763701000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE turns
        ADD COLUMN document_id uuid,
        ADD COLUMN response_type text NOT NULL DEFAULT 'text',
        ADD CONSTRAINT turns_response_type_known CHECK (response_type IN ('text', 'image'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE turns DROP COLUMN document_id, DROP COLUMN response_type');
  }
}
