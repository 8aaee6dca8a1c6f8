import { buffer, text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { Identities, Organizations, Users, type User } from '@app/accounts';
import { ListAuditEvents } from '@app/audit';
import { newId, type Owner } from '@app/common';
import { AnonymizationJobsModule, SubmitAnonymization } from '@app/anonymization-jobs';
import { SecondFactor } from '@app/second-factor';
import { startContext, type ServiceContext } from '@app/testing';
import { DataSubjectRightsModule } from './data-subject-rights.module';
import { EraseUser, FinishErasures } from './erase-user';
import { ExportUser } from './export-user';

const TEXT = 'Anna Schmidt can be reached at anna@example.com.';

let context: ServiceContext;
beforeAll(async () => {
  const modules = [AnonymizationJobsModule, DataSubjectRightsModule];
  context = await startContext(modules, { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  // Lets the test read what only the database's owner may read.
  await context.db.query('GRANT SELECT ON audit_events TO privacy_chat_app');
});
afterAll(() => context?.stop());

const countOf = async (table: string, column: string, id: string): Promise<number> =>
  (await context.db.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rows.length;

/** Creates a user with their own organization who has logged in once. */
async function aUser(): Promise<User> {
  const { id: organization } = await context.get(Organizations).create(`Organization ${newId()}`);
  const userName = `${newId()}@company.example`;
  const user = await context.get(Users).create({ userName, password: 'correct horse battery', organization });
  await context.db.query(
    `INSERT INTO logins (id, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
    [newId(), user.id],
  );
  return user;
}
const ownerOf = ({ id: userId, organizationId }: User): Owner => ({ userId, organizationId });
const aJob = async (user: User): Promise<string> => {
  const webhookUrl = 'https://127.0.0.1:9999/hook';
  const request = { owner: ownerOf(user), text: TEXT, lang: 'en', webhookUrl };
  return (await context.get(SubmitAnonymization).execute(request)).jobId;
};
const told = async ({ id }: User) =>
  (await context.get(ListAuditEvents).execute({ subjectId: id, action: 'user.erase', limit: 10 })).reverse();

async function aGuardedCall({ id: userId, organizationId }: User): Promise<string> {
  const id = newId();
  await context.db.query(
    `INSERT INTO guarded_calls (id, organization_id, user_id, call_hash, revision, sealed, expires_at)
     VALUES ($1, $2, $3, 'a hash', 0, '', now())`,
    [id, organizationId, userId],
  );
  return id;
}

async function anEvaluation({ id: userId, organizationId }: User): Promise<string> {
  const id = newId();
  await context.db.query(
    `INSERT INTO evaluations (id, organization_id, user_id, name) VALUES ($1, $2, $3, '')`,
    [id, organizationId, userId],
  );
  await context.db.query(
    `INSERT INTO evaluation_texts (id, evaluation_id, content, marked, length, marked_values)
     VALUES ($1, $2, '', '', 1, 0)`,
    [newId(), id],
  );
  return id;
}

async function aMappingKey({ id: userId, organizationId }: User): Promise<string> {
  const id = newId();
  await context.db.query(
    'INSERT INTO mapping_keys (id, organization_id, user_id, day) VALUES ($1, $2, $3, 20000)',
    [id, organizationId, userId],
  );
  return id;
}

describe('the erasure of a user', () => {
  it('removes everything, the account last, and reports the amounts', async () => {
    const [user, other] = [await aUser(), await aUser()];
    const [jobId, otherJob] = [await aJob(user), await aJob(other)];
    await context.get(SecondFactor).enrol({ userId: user.id, userName: user.userName });
    const { rows: factors } = await context.db.query<{ id: string }>('SELECT id FROM second_factors');
    const [mappings, others] = [await aMappingKey(user), await aMappingKey(other)];
    const [guarded, otherGuarded] = [await aGuardedCall(user), await aGuardedCall(other)];
    const [evaluation, otherEvaluation] = [await anEvaluation(user), await anEvaluation(other)];
    const report = await context.get(EraseUser).execute(user.userName);
    const amounts = { users: 1, logins: 1, jobs: 1, mappingKeys: 1, guardedCalls: 1, evaluations: 1 };
    expect(report).toMatchObject({ user: user.id, ...amounts, chats: 0, documents: 0 });
    for (const [table, column, id] of [
      ['users', 'id', user.id],
      ['logins', 'user_id', user.id],
      ['jobs', 'id', jobId],
      ['data_keys', 'subject_id', jobId],
      ['mapping_keys', 'id', mappings],
      ['guarded_calls', 'id', guarded],
      ['evaluations', 'id', evaluation],
      ['evaluation_texts', 'evaluation_id', evaluation],
      ['second_factors', 'user_id', user.id],
      ['data_keys', 'subject_id', factors[0]!.id],
    ] as const)
      expect([table, await countOf(table, column, id)]).toEqual([table, 0]);
    expect(await countOf('jobs', 'id', otherJob)).toBe(1);
    expect(await countOf('mapping_keys', 'id', others)).toBe(1);
    expect(await countOf('guarded_calls', 'id', otherGuarded)).toBe(1);
    expect(await countOf('evaluation_texts', 'evaluation_id', otherEvaluation)).toBe(1);
    const { user: _, ...counts } = report;
    expect(await told(user)).toMatchObject([{ reason: 'begun' }, { reason: 'finished', counts }]);
    await expect(context.get(EraseUser).execute(user.userName)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('also deletes the recordings of jobs', async () => {
    const user = await aUser();
    const jobId = await aJob(user);
    await context.db.query(`UPDATE jobs SET type = 'transcription' WHERE id = $1`, [jobId]);
    await context.db.query('INSERT INTO job_audio (job_id) VALUES ($1)', [jobId]);
    await context.get(EraseUser).execute(user.userName);
    expect(await countOf('job_audio', 'job_id', jobId)).toBe(0);
  });

  it('that is interrupted has locked the user out, and is completed later', async () => {
    const user = await aUser();
    const jobId = await aJob(user);
    await context.db.query('ALTER TABLE token_usage RENAME TO token_usage_away');
    try {
      await expect(context.get(EraseUser).execute(user.userName)).rejects.toThrow();
    } finally {
      await context.db.query('ALTER TABLE token_usage_away RENAME TO token_usage');
    }
    const { rows } = await context.db.query(
      'SELECT active, ended_at FROM users JOIN logins ON user_id = users.id WHERE users.id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ active: false, ended_at: expect.any(Date) }]);
    await makeDue(user);
    await context.get(FinishErasures).execute(new AbortController().signal);
    expect(await countOf('users', 'id', user.id)).toBe(0);
    expect(await countOf('jobs', 'id', jobId)).toBe(0);
    expect(await told(user)).toMatchObject([{ reason: 'begun' }, { reason: 'finished' }]);
  });

  it('is repeated three times to delete rows that running requests write after it', async () => {
    const user = await aUser();
    await context.get(EraseUser).execute(user.userName);
    const late = await aJob(user);
    for (const waits of [true, true, false]) {
      await makeDue(user);
      await context.get(FinishErasures).execute(new AbortController().signal);
      expect(await countOf('jobs', 'id', late)).toBe(0);
      expect(await countOf('erasures', 'user_id', user.id)).toBe(waits ? 1 : 0);
    }
  });

  const makeDue = ({ id }: User) =>
    context.db.query('UPDATE erasures SET due_at = now() WHERE user_id = $1', [id]);
});

describe('the export of a user', () => {
  it("contains the account and the user's data, and no data of other users", async () => {
    const [user, other] = [await aUser(), await aUser()];
    const [jobId] = [await aJob(user), await aJob(other)];
    for (const [{ userName }, subject] of [
      [user, 'anna'],
      [other, 'berta'],
    ] as const)
      await context.get(Identities).link(userName, 'https://id.company.example', subject);
    const archive = await context.get(ExportUser).execute({ ...ownerOf(user), userName: user.userName });
    const files = await unzipped(await buffer(archive));
    expect([...files.keys()].toSorted()).toEqual(['account.json', `jobs/${jobId}/job.json`]);
    expect(JSON.parse(files.get('account.json')!)).toEqual({
      id: user.id,
      user_name: user.userName,
      organization_id: user.organizationId,
      role: 'member',
      created_at: expect.any(String),
      groups: [],
      api_keys: [],
      logins: [
        {
          console: false,
          browser: null,
          system: null,
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          ended_at: null,
        },
      ],
      identities: [{ issuer: 'https://id.company.example', subject: 'anna' }],
      exported_at: expect.any(String),
      model_calls: [],
      profile: null,
    });
    expect(files.get(`jobs/${jobId}/job.json`)).toContain(TEXT);
    expect(
      await context.get(ListAuditEvents).execute({ subjectId: user.id, action: 'user.export', limit: 10 }),
    ).toHaveLength(1);
  });

  it('fails if something cannot be read, instead of leaving it out', async () => {
    const user = await aUser();
    const jobId = await aJob(user);
    await context.db.query(
      'UPDATE jobs SET input = set_byte(input, 20, get_byte(input, 20) # 1) WHERE id = $1',
      [jobId],
    );
    const archive = await context.get(ExportUser).execute({ ...ownerOf(user), userName: user.userName });
    await expect(buffer(archive)).rejects.toThrow();
  });
});

/** Returns the texts of an archive by name. */
async function unzipped(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}
