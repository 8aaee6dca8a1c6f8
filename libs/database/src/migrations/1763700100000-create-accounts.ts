import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, their users, and the logins and refresh tokens of users. */
export class CreateAccounts1763700100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE organizations (
        id uuid CONSTRAINT organizations_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT organizations_name_unique UNIQUE,
        active boolean NOT NULL,
        grants text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT organizations_grants_known CHECK (grants <@ ARRAY['transcribe', 'anonymize'])
      )`);
    await q.query(`
      CREATE TABLE users (
        id uuid CONSTRAINT users_pkey PRIMARY KEY,
        organization_id uuid NOT NULL
          CONSTRAINT users_organization_id_fkey REFERENCES organizations,
        user_name text NOT NULL,
        login_name text NOT NULL CONSTRAINT users_login_name_unique UNIQUE,
        password_hash text NOT NULL,
        active boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await q.query('CREATE INDEX users_organization_id ON users (organization_id)');
    await q.query(`
      CREATE TABLE logins (
        id uuid CONSTRAINT logins_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT logins_user_id_fkey REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await q.query('CREATE INDEX logins_user_id ON logins (user_id)');
    await q.query(`
      CREATE TABLE refresh_tokens (
        hash text CONSTRAINT refresh_tokens_pkey PRIMARY KEY,
        login_id uuid NOT NULL CONSTRAINT refresh_tokens_login_id_fkey REFERENCES logins ON DELETE CASCADE,
        expires_at timestamptz NOT NULL,
        spent_at timestamptz
      )`);
    await q.query('CREATE INDEX refresh_tokens_login_id ON refresh_tokens (login_id)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE refresh_tokens, logins, users, organizations');
  }
}
