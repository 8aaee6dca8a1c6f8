import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1763700500000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE webhook_secrets (
        id uuid CONSTRAINT webhook_secrets_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz
      );
      CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (organization_id) WHERE expires_at IS NULL;
      CREATE INDEX webhook_secrets_organization ON webhook_secrets (organization_id);

      CREATE TABLE webhook_deliveries (
        id uuid CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
        subject_id uuid NOT NULL,
        organization_id uuid NOT NULL,
        request_id text NOT NULL,
        host_key text NOT NULL,
        url bytea,
        body bytea,
        state text NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        lease_owner uuid,
        lease_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT webhook_deliveries_state_known CHECK (state IN ('pending', 'delivered', 'exhausted', 'gone'))
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
      CREATE UNIQUE INDEX webhook_deliveries_subject ON webhook_deliveries (subject_id);
      CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (host_key, next_attempt_at)
        WHERE state = 'pending';
      CREATE INDEX webhook_deliveries_running ON webhook_deliveries (host_key) WHERE lease_owner IS NOT NULL;
      CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (finished_at)
        WHERE state <> 'pending' AND body IS NOT NULL;

      CREATE TABLE webhook_attempts (
        id uuid CONSTRAINT webhook_attempts_pkey PRIMARY KEY,
        delivery_id uuid NOT NULL
          CONSTRAINT webhook_attempts_delivery REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        status_code smallint,
        error text,
        duration_ms integer NOT NULL
      );
      CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id);

      CREATE TABLE webhook_hosts (
        host_key text CONSTRAINT webhook_hosts_pkey PRIMARY KEY,
        served_at timestamptz NOT NULL,
        slow boolean NOT NULL DEFAULT false
      ) WITH (fillfactor = 50)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE webhook_hosts, webhook_attempts, webhook_deliveries, webhook_secrets');
  }
}
