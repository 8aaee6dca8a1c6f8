import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Roles, service accounts, groups and keys. A service account is a user without role and password. To the previous version,
 * a user without a password is a user with a password that never matches.
 */
export class CreateAccess1763800000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE users
        ADD role text DEFAULT 'member',
        ADD one_time_password_hash text,
        ADD one_time_password_until timestamptz,
        ADD CONSTRAINT users_role_known CHECK (role IN ('member', 'auditor', 'admin')),
        ADD CONSTRAINT users_service_without_password CHECK
          (role IS NOT NULL OR (password_hash IS NULL AND one_time_password_hash IS NULL)),
        ADD CONSTRAINT users_one_time_password_ends CHECK
          ((one_time_password_hash IS NULL) = (one_time_password_until IS NULL));
      ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL`);
    await q.query('CREATE INDEX users_by_organization ON users (organization_id, id)');
    await q.query(`ALTER TABLE organizations ADD total_limits jsonb NOT NULL DEFAULT '{}'`);
    await q.query(`
      CREATE TABLE groups (
        id uuid CONSTRAINT groups_pkey PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT groups_organization_id_fkey REFERENCES organizations,
        name text NOT NULL,
        rate_limits jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT groups_name_unique UNIQUE (organization_id, name)
      )`);
    await q.query(`
      CREATE TABLE group_members (
        user_id uuid NOT NULL CONSTRAINT group_members_user_id_fkey REFERENCES users ON DELETE CASCADE,
        group_id uuid NOT NULL CONSTRAINT group_members_group_id_fkey REFERENCES groups ON DELETE CASCADE,
        organization_id uuid NOT NULL,
        from_claims boolean NOT NULL DEFAULT false,
        CONSTRAINT group_members_pkey PRIMARY KEY (user_id, group_id)
      )`);
    await q.query('CREATE INDEX group_members_group_id ON group_members (group_id, user_id)');
    await q.query(`
      CREATE TABLE api_keys (
        id uuid CONSTRAINT api_keys_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL CONSTRAINT api_keys_user_id_fkey REFERENCES users ON DELETE CASCADE,
        hash text NOT NULL,
        name text NOT NULL,
        scopes text[] NOT NULL,
        rate_limits jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_on date,
        CONSTRAINT api_keys_scopes_known CHECK
          (scopes <@ ARRAY['chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage'])
      )`);
    await q.query('CREATE INDEX api_keys_user_id ON api_keys (user_id)');
    await q.query('CREATE INDEX api_keys_by_organization ON api_keys (organization_id, id)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE api_keys, group_members, groups');
    await q.query('ALTER TABLE organizations DROP total_limits');
    await q.query(`
      DROP INDEX users_by_organization;
      DELETE FROM users WHERE password_hash IS NULL;
      ALTER TABLE users
        ALTER COLUMN password_hash SET NOT NULL,
        DROP role, DROP one_time_password_hash, DROP one_time_password_until`);
  }
}
