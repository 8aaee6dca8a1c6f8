import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization } from './row-security';

/** Budgets, the reservations of running calls, and the budgets to which each call counts. */
export class CreateBudgets1763850000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE organizations ADD budgeted boolean NOT NULL DEFAULT false;

      ALTER TABLE token_usage
        ADD key_id uuid,
        ADD group_ids uuid[] NOT NULL DEFAULT '{}',
        ADD cost_micros bigint,
        ADD currency text,
        ADD CONSTRAINT token_usage_priced CHECK ((cost_micros IS NULL) = (currency IS NULL));

      -- Of an organization where none of group, user and key is named.
      CREATE TABLE budgets (
        id uuid CONSTRAINT budgets_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        of_group uuid CONSTRAINT budgets_of_group_fkey REFERENCES groups ON DELETE CASCADE,
        of_user uuid CONSTRAINT budgets_of_user_fkey REFERENCES users ON DELETE CASCADE,
        of_key uuid CONSTRAINT budgets_of_key_fkey REFERENCES api_keys ON DELETE CASCADE,
        unit text NOT NULL,
        soft bigint,
        hard bigint,
        revision bigint NOT NULL DEFAULT 0,
        warned_in date,
        exceeded_in date,
        -- Of the month that counted_until is in: what calls used before it.
        counted bigint NOT NULL DEFAULT 0,
        counted_until timestamptz,
        CONSTRAINT budgets_unit_known CHECK (unit = 'tokens' OR unit ~ '^[A-Z]{3}$'),
        CONSTRAINT budgets_of_one CHECK (num_nonnulls(of_group, of_user, of_key) <= 1),
        CONSTRAINT budgets_soft_below_hard CHECK (soft <= hard)
      );
      CREATE UNIQUE INDEX budgets_of_whom
        ON budgets (organization_id, (coalesce(of_key, of_user, of_group, organization_id)));
      CREATE INDEX budgets_of_group ON budgets (of_group);
      CREATE INDEX budgets_of_user ON budgets (of_user);
      CREATE INDEX budgets_of_key ON budgets (of_key);

      CREATE TABLE budget_reservations (
        id uuid CONSTRAINT budget_reservations_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        key_id uuid,
        group_ids uuid[] NOT NULL DEFAULT '{}',
        tokens bigint NOT NULL,
        cost_micros bigint,
        currency text,
        expires_at timestamptz NOT NULL,
        CONSTRAINT budget_reservations_priced CHECK ((cost_micros IS NULL) = (currency IS NULL))
      );
      CREATE INDEX budget_reservations_open ON budget_reservations (organization_id, expires_at)`);
    await q.query(ownedByOrganization('budgets'));
    await q.query(ownedByOrganization('budget_reservations'));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TABLE budget_reservations, budgets;
      ALTER TABLE token_usage DROP key_id, DROP group_ids, DROP cost_micros, DROP currency;
      ALTER TABLE organizations DROP budgeted`);
  }
}
