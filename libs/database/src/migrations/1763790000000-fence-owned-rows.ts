import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization, ownedByUser, ownedThrough, unfenced } from './row-security';

const USERS = ['chats', 'documents', 'jobs', 'job_idempotency_keys'];
const ORGANIZATIONS = ['token_usage', 'webhook_deliveries', 'webhook_secrets'];
const PARTS = [
  ['turns', 'chat_id', 'chats'],
  ['chat_documents', 'document_id', 'documents'],
  ['passage_findings', 'document_id', 'documents'],
  ['webhook_attempts', 'delivery_id', 'webhook_deliveries'],
] as const;

/**
 * Row-level security for statements of programs that name scopes, as the name of their connection shows: they access only
 * the rows of their scope. The previous version names no scopes and has full access, so that both can run at the same time.
 */
export class FenceOwnedRows1763790000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION scope_is_open() RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
      BEGIN
        CASE current_setting('privacy_chat.scope', true)
          WHEN 'owner' THEN RETURN false;
          WHEN 'all' THEN RETURN true;
          ELSE
            IF current_setting('application_name') NOT LIKE 'privacy-chat/%' THEN
              RETURN true;
            END IF;
            -- No silent lack of rows: NOT EXISTS would take it for a yes.
            RAISE EXCEPTION 'This statement reaches owned rows, and its transaction names no scope'
              USING ERRCODE = 'object_not_in_prerequisite_state';
        END CASE;
      END $$;
      CREATE FUNCTION scope_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
        $$ SELECT nullif(current_setting('privacy_chat.organization_id', true), '')::uuid $$;
      CREATE FUNCTION scope_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
        $$ SELECT nullif(current_setting('privacy_chat.user_id', true), '')::uuid $$`);
    for (const table of USERS) await q.query(ownedByUser(table));
    for (const table of ORGANIZATIONS) await q.query(ownedByOrganization(table));
    for (const [table, column, parent] of PARTS) await q.query(ownedThrough(table, column, parent));
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table] of PARTS) await q.query(unfenced(table));
    for (const table of [...ORGANIZATIONS, ...USERS]) await q.query(unfenced(table));
    await q.query('DROP FUNCTION scope_is_open(), scope_organization(), scope_user()');
  }
}
