import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@app/common';
import { AcceptJob } from '@app/jobs';
import { startContext, type ServiceContext } from '@app/testing';
import { DeleteJob } from './delete-job';
import { JobRecordsModule } from './job-records.module';
import { OwnJob } from './own-job';

describe('DeleteJob', () => {
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([JobRecordsModule]);
  });
  afterAll(() => context?.stop());

  const count = async (table: 'data_keys' | 'webhook_deliveries', id: string) => {
    const { rows } = await context.db.query(`SELECT FROM ${table} WHERE subject_id = $1`, [id]);
    return rows.length;
  };

  async function submitted() {
    const owner = { organizationId: newId(), userId: newId() };
    const { jobId } = await context.get(AcceptJob).execute({
      owner,
      type: 'anonymization',
      input: { text: 'text' },
      webhookUrl: 'https://receiver.example/',
      policyVersion: 0,
    });
    return { owner, jobId };
  }

  it('cancels a waiting job, and its webhook reports this', async () => {
    const { owner, jobId } = await submitted();
    expect(await context.get(DeleteJob).execute(jobId, owner)).toBe('cancelled');
    expect(await context.get(OwnJob).report(jobId, owner)).toMatchObject({
      status: 'failed',
      error: 'Cancelled',
    });
    expect([await count('data_keys', jobId), await count('webhook_deliveries', jobId)]).toEqual([1, 1]);
  });

  it('fails if no tombstone can be written, and the job stays cancelled', async () => {
    const { owner, jobId } = await submitted();
    const folder = join(context.dataDir, 'blobs/tombstones');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'where the folder should be');
    await expect(context.get(DeleteJob).execute(jobId, owner)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await context.get(OwnJob).report(jobId, owner)).toMatchObject({
      status: 'failed',
      error: 'Cancelled',
    });
    const waiting = 'SELECT kind FROM tombstones WHERE id = $1';
    expect((await context.db.query(waiting, [jobId])).rows).toEqual([{ kind: 'cancelled_job' }]);
    await rm(folder);
  });

  it.each([
    ['its key is gone', 'DELETE FROM data_keys WHERE subject_id = $1'],
    ['its main key is gone', `UPDATE data_keys SET key_id = 'gone' WHERE subject_id = $1`],
    ['it was damaged', String.raw`UPDATE jobs SET webhook_url = '\x00' WHERE id = $1`],
  ])('ends and erases a job that cannot be decrypted since %s, without a webhook', async (_, damage) => {
    const { owner, jobId } = await submitted();
    await context.db.query(damage, [jobId]);
    expect(await context.get(DeleteJob).execute(jobId, owner)).toBe('erased');
    const report = await context.get(OwnJob).report(jobId, owner);
    expect(report).toMatchObject({ status: 'failed', error: 'Cancelled', delivery: null });
    expect(await count('data_keys', jobId)).toBe(0);
    const { rows } = await context.db.query('SELECT input FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ input: null }]);
  });
});
