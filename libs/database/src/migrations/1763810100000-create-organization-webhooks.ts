import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks for events of organizations, and the deliveries that belong to them. */
export class CreateOrganizationWebhooks1763810100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE organization_webhooks (
        organization_id uuid CONSTRAINT organization_webhooks_pkey PRIMARY KEY,
        id uuid NOT NULL,
        url bytea NOT NULL,
        events text[] NOT NULL
      );
      ALTER TABLE webhook_deliveries ADD event_type text;
      ALTER TABLE api_keys ADD expiry_told_at timestamptz;
      CREATE INDEX api_keys_expiring ON api_keys (expires_at)
        WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND expiry_told_at IS NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP INDEX api_keys_expiring;
      ALTER TABLE api_keys DROP expiry_told_at;
      ALTER TABLE webhook_deliveries DROP event_type;
      DROP TABLE organization_webhooks`);
  }
}
