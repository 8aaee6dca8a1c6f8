import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addedByAll, ownedByOrganization, unfenced } from './row-security';

/** The generation of the programs that name scopes for these tables. */
const GENERATION = 2;
const ORGANIZATIONS = [
  'groups',
  'group_members',
  'api_keys',
  'organization_webhooks',
  'audit_seals',
  'audit_call_actors',
];
const ADDED_BY_ALL = ['audit_events', 'audit_unsealed'];

/**
 * Row-level security for the tables of organizations that earlier versions use without a scope. Programs of an earlier
 * generation, as the name of their connection shows, have full access to these tables, so that both can run at the same time.
 */
export class FenceAccountsAndAudit1763905000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION scope_is_open(needed integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
      DECLARE
        generation text := substring(current_setting('application_name') FROM '^privacy-chat/scoped-([0-9]{1,4})$');
      BEGIN
        RETURN coalesce(generation::integer, 1) < needed OR scope_is_open();
      END $$`);
    for (const table of ORGANIZATIONS) await q.query(ownedByOrganization(table, GENERATION));
    for (const table of ADDED_BY_ALL) await q.query(addedByAll(table, GENERATION));
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of [...ADDED_BY_ALL, ...ORGANIZATIONS]) await q.query(unfenced(table));
    await q.query('DROP FUNCTION scope_is_open(integer)');
  }
}
