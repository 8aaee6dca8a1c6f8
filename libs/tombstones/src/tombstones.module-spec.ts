import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { TOMBSTONE_KINDS } from './tombstone';
import { TombstonesModule } from './tombstones.module';
import { WriteTombstones } from './write-tombstones';

let context: ServiceContext;
beforeAll(async () => {
  context = await startContext([TombstonesModule]);
});
afterAll(() => context?.stop());

const write = () => context.app.get(WriteTombstones).execute();
const folder = () => join(context.dataDir, 'blobs/tombstones');

/** Returns all tombstones outside the database. */
async function log(): Promise<{ kind: string; id: string }[]> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

const insert = async (table: string, values: Record<string, unknown>): Promise<void> => {
  const names = Object.keys(values);
  const places = names.map((_, i) => `$${i + 1}`);
  await context.db.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(values),
  );
};

/** A row of each kind, and SQL outside of any use case that ends it. */
const ENDINGS: Readonly<Record<(typeof TOMBSTONE_KINDS)[number], () => Promise<string>>> = {
  key: async () => {
    const id = newId();
    await insert('data_keys', { subject_id: id, key_id: 'test', wrapped: Buffer.from('x') });
    await context.db.query('DELETE FROM data_keys WHERE subject_id = $1', [id]);
    return id;
  },
  chat: () => deleted('chats', { name: Buffer.of(0), accepted_turns: 0, ...owner() }),
  document: () => deleted('documents', { file_name: Buffer.of(0), ...owner() }),
  job: () => deleted('jobs', { type: 'anonymization', request_id: 'x', ...owner() }),
  user: async () => {
    const id = newId();
    await insert('erasures', { user_id: id, organization_id: newId(), due_at: new Date() });
    return id;
  },
  cancelled_job: async () => {
    const id = newId();
    await insert('jobs', { id, type: 'anonymization', request_id: 'x', ...owner() });
    await context.db.query(`UPDATE jobs SET status = 'failed', error = 'Cancelled' WHERE id = $1`, [id]);
    return id;
  },
  inactive_user: async () => {
    const id = await aUser();
    await context.db.query('UPDATE users SET active = false WHERE id = $1', [id]);
    return id;
  },
  revoked_key: async () => {
    const [id, user_id] = [newId(), await aUser()];
    const rest = { organization_id: newId(), hash: 'x', name: 'x', scopes: [], created_at: new Date() };
    await insert('api_keys', { id, user_id, ...rest });
    await context.db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    return id;
  },
  case: () => deleted('cases', { name: Buffer.of(0), style: 'surrogates', ...owner() }),
  case_entity: async () => {
    const [case_id, tombstone_id] = [newId(), newId()];
    await insert('cases', { id: case_id, name: Buffer.of(0), style: 'surrogates', ...owner() });
    const sealed = { sealed: Buffer.of(0), brought_by: [] };
    await insert('case_entities', { case_id, id: 1, tombstone_id, ...sealed });
    await insert('case_entities', { case_id, id: 2, tombstone_id: newId(), ...sealed });
    await context.db.query('DELETE FROM case_entities WHERE case_id = $1 AND id = 1', [case_id]);
    return tombstone_id;
  },
  assistant: () => deleted('assistants', { audience: 'self', ...owner() }),
  chat_share: async () => {
    const chat_id = newId();
    await insert('chats', { id: chat_id, name: Buffer.of(0), accepted_turns: 0, ...owner() });
    return deleted('chat_shares', { chat_id, turn_ids: [], expires_at: new Date(), ...owner() });
  },
  evaluation_text: async () => {
    const evaluation_id = newId();
    await insert('evaluations', { id: evaluation_id, name: Buffer.of(0), ...owner() });
    const rest = { content: Buffer.of(0), marked: Buffer.of(0), length: 1, marked_values: 0 };
    await insert('evaluation_texts', { id: newId(), evaluation_id, ...rest });
    return deleted('evaluation_texts', { evaluation_id, ...rest });
  },
};

const owner = () => ({ organization_id: newId(), user_id: newId() });

async function deleted(table: string, values: Record<string, unknown>): Promise<string> {
  const id = newId();
  await insert(table, { id, ...values });
  await context.db.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  return id;
}

async function aUser(): Promise<string> {
  const [id, organization_id] = [newId(), newId()];
  await insert('organizations', { id: organization_id, name: organization_id, active: true, grants: [] });
  await insert('users', { id, organization_id, user_name: id, login_name: id, active: true });
  return id;
}

describe('a tombstone', () => {
  it.each(TOMBSTONE_KINDS)('is written for every end of a %s, whatever the statement', async (kind) => {
    const id = await ENDINGS[kind]();
    await write();
    expect(await log()).toContainEqual({ kind, id, at: expect.any(String) });
    expect((await context.db.query('SELECT FROM tombstones')).rows).toEqual([]);
  });

  it('is not written if the deletion rolls back', async () => {
    const id = newId();
    await insert('documents', { id, file_name: Buffer.of(0), ...owner() });
    const client = await context.db.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM documents WHERE id = $1', [id]);
    await client.query('ROLLBACK');
    client.release();
    await write();
    expect((await log()).map((line) => line.id)).not.toContain(id);
  });

  it('that cannot be written fails the caller, and is written by the next attempt', async () => {
    const id = await ENDINGS.document();
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'where the folder should be');
    const waiting = await Promise.allSettled([write(), write(), write()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await rm(folder());
    await write();
    expect(await log()).toContainEqual(expect.objectContaining({ kind: 'document', id }));
  });

  it('is outside the database when its writer resolves, also for concurrent deletions', async () => {
    const told = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const id = await ENDINGS.document();
        await write();
        return { id, found: (await log()).some((line) => line.id === id) };
      }),
    );
    expect(told.filter(({ found }) => !found)).toEqual([]);
  });
});
