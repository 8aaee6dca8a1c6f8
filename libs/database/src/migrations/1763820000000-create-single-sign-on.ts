import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identities of users at providers, the provider logins behind their logins, and the console's sessions. */
export class CreateSingleSignOn1763820000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE logins ADD console boolean NOT NULL DEFAULT false');
    await q.query(`
      CREATE TABLE user_identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL CONSTRAINT user_identities_user_id_fkey REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
        CONSTRAINT user_identities_user_unique UNIQUE (user_id, issuer)
      )`);
    await q.query(`
      CREATE TABLE provider_logins (
        login_id uuid CONSTRAINT provider_logins_pkey PRIMARY KEY
          CONSTRAINT provider_logins_login_id_fkey REFERENCES logins ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        sid text,
        vouched_until timestamptz NOT NULL,
        asking_until timestamptz,
        refresh_token bytea,
        key_id text
      )`);
    await q.query('CREATE INDEX provider_logins_subject ON provider_logins (issuer, subject)');
    await q.query(`
      CREATE TABLE login_codes (
        hash text CONSTRAINT login_codes_pkey PRIMARY KEY,
        browser_hash text NOT NULL,
        login_id uuid NOT NULL CONSTRAINT login_codes_login_id_fkey REFERENCES logins ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )`);
    await q.query('CREATE INDEX login_codes_login_id ON login_codes (login_id)');
    await q.query(`
      CREATE TABLE single_uses (
        hash text CONSTRAINT single_uses_pkey PRIMARY KEY,
        expires_at timestamptz NOT NULL
      )`);
    await q.query('CREATE INDEX single_uses_expires_at ON single_uses (expires_at)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE single_uses, login_codes, provider_logins, user_identities');
    await q.query('ALTER TABLE logins DROP console');
  }
}
