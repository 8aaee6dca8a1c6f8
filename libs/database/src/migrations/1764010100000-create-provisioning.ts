import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization } from './row-security';

const SCOPES = `'chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage', 'cases', 'restore'`;

/**
 * What an identity provider says about users and groups by SCIM. The previous version does not read it, and keeps the
 * memberships as if an admin had made them.
 */
export class CreateProvisioning1764010100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE user_profiles (
        user_id uuid CONSTRAINT user_profiles_pkey PRIMARY KEY
          CONSTRAINT user_profiles_user_id_fkey REFERENCES users ON DELETE CASCADE,
        organization_id uuid NOT NULL,
        external_id text,
        display_name text,
        given_name text,
        family_name text,
        removed_at timestamptz
      );
      CREATE UNIQUE INDEX user_profiles_external_unique ON user_profiles (organization_id, external_id)
        WHERE external_id IS NOT NULL;
      ${ownedByOrganization('user_profiles')}
      ALTER TABLE groups ADD COLUMN external_id text;
      CREATE UNIQUE INDEX groups_external_unique ON groups (organization_id, external_id)
        WHERE external_id IS NOT NULL;
      CREATE INDEX groups_by_folded_name ON groups (organization_id, lower(name));
      ALTER TABLE group_members ADD COLUMN from_scim boolean NOT NULL DEFAULT false;
      ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_known, ADD CONSTRAINT api_keys_scopes_known
        CHECK (scopes <@ ARRAY[${SCOPES}, 'scim'])`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      UPDATE api_keys SET scopes = array_remove(scopes, 'scim');
      ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_known, ADD CONSTRAINT api_keys_scopes_known
        CHECK (scopes <@ ARRAY[${SCOPES}]);
      ALTER TABLE group_members DROP COLUMN from_scim;
      DROP INDEX groups_by_folded_name;
      ALTER TABLE groups DROP COLUMN external_id;
      DROP TABLE user_profiles`);
  }
}
