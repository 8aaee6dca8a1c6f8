import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTokenUsage1763700300000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE token_usage (
        id uuid CONSTRAINT token_usage_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        model text NOT NULL,
        prompt_tokens integer NOT NULL,
        completion_tokens integer NOT NULL,
        source text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT token_usage_source_known CHECK (source IN ('provider', 'tokenizer'))
      );
      CREATE INDEX token_usage_by_time ON token_usage (organization_id, created_at)
        INCLUDE (model, prompt_tokens, completion_tokens)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE token_usage');
  }
}
