import { Pool } from 'pg';
import { makeStores, type TestStores } from '@app/testing';

/**
 * `docker/app-role.sql`: the role that migrations create. Api, worker and command line use it in every suite that starts them. A
 * role with an operator's own name: `test/long/database-role.e2e-spec.ts`.
 */
describe('the database role of the programs', () => {
  let stores: TestStores;
  let asRole: Pool;

  beforeAll(async () => {
    stores = await makeStores({ migrated: true });
    asRole = new Pool({ connectionString: stores.databaseUrl, max: 1 });
  });
  afterAll(async () => {
    await asRole?.end();
    await stores?.drop();
  });

  it('may only read the trail, append to it and forget callers, and may not change tables [SEC-78]', async () => {
    await expect(asRole.query('SELECT FROM audit_events')).resolves.toBeDefined();
    for (const statement of [
      'UPDATE audit_seals SET seq = 1',
      'DELETE FROM audit_seals',
      'UPDATE audit_call_actors SET user_id = entry_id',
      `SELECT prune_audit(gen_random_uuid(), 'calls', 1)`,
      `UPDATE audit_events SET outcome = 'done'`,
      `SELECT set_config('privacy_chat.prune_audit', 'yes', false); DELETE FROM audit_events`,
      'TRUNCATE audit_events',
      'DROP TABLE audit_events',
      'ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only',
      'ALTER TABLE audit_events RENAME TO gone',
      'CREATE TABLE audit_events_2 ()',
      'DELETE FROM migrations',
      'DROP TABLE chats',
    ])
      await expect(asRole.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});
