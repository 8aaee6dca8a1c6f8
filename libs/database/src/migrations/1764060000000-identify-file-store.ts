import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The id that marks the file store of this installation, in one row. The first program that needs it adds the row. For an
 * installation with files, this adds it, with the names of some of them: a store without any of these is not its store.
 */
export class IdentifyFileStore1764060000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE file_store (
        is_only boolean DEFAULT true CONSTRAINT file_store_pkey PRIMARY KEY CONSTRAINT file_store_is_only CHECK (is_only),
        id uuid NOT NULL,
        marked boolean NOT NULL,
        sample text[] NOT NULL
      );
      INSERT INTO file_store (id, marked, sample)
      SELECT gen_random_uuid(), false, sample FROM (SELECT ARRAY(
        (SELECT 'documents/' || id || '/text' FROM documents WHERE text_bytes IS NOT NULL ORDER BY id DESC LIMIT 20)
        UNION ALL
        (SELECT 'chats/' || chat_id || '/' || id FROM turns WHERE response_type = 'image' ORDER BY id DESC LIMIT 20)
        UNION ALL
        (SELECT 'batch-files/' || id FROM batch_files WHERE bytes IS NOT NULL ORDER BY id DESC LIMIT 20)
      ) AS sample) AS stored WHERE sample <> '{}';
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE file_store');
  }
}
