import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { localFiles } from '../../support/local-files';
import type { Belongings } from '../../support/running-system';
import { useRunningSystem } from './scene';

const running = useRunningSystem();
let user: TestUser;
let api: ApiClient;

beforeAll(async () => {
  user = await running.system.user();
  api = new ApiClient(running.system, user);
});

/** Requests a link without a token. */
const linked = (url: string) => new ApiClient(running.system).get(url);
const query = (sql: string, ...values: unknown[]) => running.system.db.query(sql, values);
const gone = (table: string, column: string, id: string) =>
  eventually(async () =>
    expect((await query(`SELECT FROM ${table} WHERE ${column} = $1`, id)).rows).toEqual([]),
  );
const files = async (of: string): Promise<string[]> =>
  (await localFiles(running.system.dataDir)).filter((name) => name.includes(of));
const keyOf = async (id: string): Promise<number> =>
  (await query('SELECT FROM data_keys WHERE subject_id = $1', id)).rows.length;
const trailOf = async (id: string) =>
  (await query('SELECT actor, action, reason FROM audit_events WHERE subject_id = $1', id)).rows;

describe('retention', () => {
  let old: Belongings;
  let young: Belongings;

  it('deletes only chats that were unused for the retention time, with all their data [PRIV-26]', async () => {
    [old, young] = [await running.furnish(user), await running.furnish(user)];
    expect((await files(old.chatId)).length).toBe(1);
    await query(`UPDATE chats SET last_used_at = now() - interval '31 days' WHERE id = $1`, old.chatId);
    await query(`UPDATE chats SET last_used_at = now() - interval '29 days' WHERE id = $1`, young.chatId);
    await gone('chats', 'id', old.chatId);
    for (const id of [old.chatId, old.documentId]) {
      expect(await keyOf(id)).toBe(0);
      await eventually(async () => expect(await files(id)).toEqual([]));
    }
    expect((await linked(old.imageUrl)).status).toBe(404);
    expect(await trailOf(old.chatId)).toEqual([
      { actor: 'service', action: 'chat.delete', reason: 'expired' },
    ]);
    expect((await api.get(`history/${young.chatId}`)).status).toBe(200);
    expect((await linked(young.imageUrl)).status).toBe(200);
  });

  it('deletes a document after the retention time, also from its chat [PRIV-29]', async () => {
    await query(
      `UPDATE documents SET created_at = now() - interval '61 days' WHERE id = $1`,
      young.documentId,
    );
    await gone('documents', 'id', young.documentId);
    expect(await keyOf(young.documentId)).toBe(0);
    expect(await trailOf(young.documentId)).toEqual([
      { actor: 'service', action: 'document.delete', reason: 'expired' },
    ]);
    expect((await api.get(`history/${young.chatId}`)).status).toBe(200);
  });

  it('deletes a job after the retention time unless its webhook is still pending [PRIV-30]', async () => {
    await query(
      `UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now() + interval '1 day' WHERE subject_id = $1`,
      young.jobId,
    );
    await query(`UPDATE jobs SET finished_at = now() - interval '8 days' WHERE user_id = $1`, user.id);
    await gone('jobs', 'id', old.jobId);
    await gone('webhook_deliveries', 'subject_id', old.jobId);
    expect(await keyOf(old.jobId)).toBe(0);
    expect((await api.get(`job/${old.jobId}`)).status).toBe(404);
    expect((await api.get(`job/${young.jobId}`)).status).toBe(200);
  });

  it('deletes an image if its process died before the chat was created', async () => {
    const { system } = running;
    const before = new Set(await files('chats/'));
    const made = async () => (await files('chats/')).filter((name) => !before.has(name));
    const [{ count }] = (await query('SELECT count(*)::int AS count FROM data_keys')).rows as [
      { count: number },
    ];
    const holder = await system.db.connect();
    await holder.query('BEGIN; LOCK TABLE turns IN EXCLUSIVE MODE');
    const lost = api.post('generate-image', { prompt: 'A red bicycle' }).catch(() => 'broken off');
    await eventually(async () => expect(await made()).toHaveLength(1));
    await system.api.stop('SIGKILL');
    await holder.query('ROLLBACK');
    holder.release();
    expect(await lost).toBe('broken off');
    await query('UPDATE blob_removals SET due_at = now()');
    await eventually(async () => expect(await made()).toEqual([]));
    expect((await query('SELECT FROM data_keys')).rows).toHaveLength(count);
    await eventually(async () => expect((await query('SELECT FROM blob_removals')).rows).toEqual([]));
  });
});
