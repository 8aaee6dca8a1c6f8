import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDocuments1763700700000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE documents (
        id uuid CONSTRAINT documents_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        file_name bytea NOT NULL,
        text_bytes integer,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX documents_by_owner ON documents (user_id, organization_id);
      CREATE INDEX documents_by_age ON documents (created_at);
      CREATE TABLE chat_documents (
        chat_id uuid NOT NULL,
        document_id uuid NOT NULL
          CONSTRAINT chat_documents_document_fkey REFERENCES documents (id) ON DELETE CASCADE,
        attached_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT chat_documents_pkey PRIMARY KEY (chat_id, document_id)
      );
      CREATE INDEX chat_documents_by_document ON chat_documents (document_id);
      CREATE TABLE passage_findings (
        document_id uuid NOT NULL
          CONSTRAINT passage_findings_document_fkey REFERENCES documents (id) ON DELETE CASCADE,
        start integer NOT NULL,
        variant text NOT NULL,
        findings bytea NOT NULL,
        CONSTRAINT passage_findings_pkey PRIMARY KEY (document_id, start, variant)
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE passage_findings; DROP TABLE chat_documents; DROP TABLE documents');
  }
}
