import { IssuedTable } from '@app/anonymization';
import { CasesModule, ManageCases } from '@app/cases';
import { newId, type Owner } from '@app/common';
import { DeleteJob, ExportJobs, JobRecordsModule, OwnJob, type JobReport } from '@app/job-records';
import { JobSlots } from '@app/jobs';
import { eventually, knownDetector, startContext, type ServiceContext } from '@app/testing';
import { AnonymizationJobsModule, AnonymizationRunnerModule } from './anonymization-jobs.module';
import { SubmitAnonymization, type AnonymizationRequest } from './submit-anonymization';

let context: ServiceContext;
let owner: Owner;

beforeAll(async () => {
  context = await startContext(
    [CasesModule, AnonymizationJobsModule, AnonymizationRunnerModule, JobRecordsModule],
    {},
    { detector: knownDetector(['Anna Schmidt']) },
  );
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId() };
});
afterAll(() => context?.stop());

const newCase = async (style: 'surrogates' | 'placeholders' = 'surrogates'): Promise<string> =>
  (await context.get(ManageCases).create(owner, { style })).id;

async function submitted(request: Partial<AnonymizationRequest>, by = owner): Promise<string> {
  const { jobId } = await context.get(SubmitAnonymization).execute({
    owner: by,
    text: 'Anna Schmidt called.',
    lang: 'en',
    delivery: 'poll',
    ...request,
  });
  return jobId;
}

async function ended(jobId: string, by = owner): Promise<JobReport> {
  await context.get(JobSlots).wake('anonymization');
  return eventually(async () => {
    const report = await context.get(OwnJob).report(jobId, by);
    expect(report.status).not.toBe('accepted');
    return report;
  });
}

async function hidden(jobId: string, by = owner): Promise<string> {
  await ended(jobId, by);
  const { anonymized_text: text } = JSON.parse(await context.get(OwnJob).result(jobId, by)) as {
    anonymized_text: string;
  };
  return text;
}

describe('an anonymization job in a case', () => {
  it('has the replacements of the case, and the style of the case if it names none', async () => {
    const caseId = await newCase();
    const first = await hidden(await submitted({ caseId }));
    expect(first).not.toContain('Anna Schmidt');
    expect(first).not.toContain('[NAME_1]');
    expect(await hidden(await submitted({ caseId, text: 'Ask Anna Schmidt.', anonymized: true }))).toBe(
      `Ask ${first.replace(' called.', '')}.`,
    );
    await expect(submitted({ caseId, anonymized: false })).rejects.toMatchObject({ code: 'style_conflict' });
  });

  it('hides a value of the case in another form, also if its kind was not chosen', async () => {
    const caseId = await newCase('placeholders');
    const first = { text: 'To DE89 3704 0044 0532 0130 00', choices: ['BankAccounts'] };
    expect(await hidden(await submitted({ caseId, ...first }))).toBe('To [ACCOUNT_1]');
    const later = { text: 'To DE89370400440532013000', choices: ['Emails'] };
    expect(await hidden(await submitted({ caseId, ...later }))).toBe('To [ACCOUNT_1B]');
  });

  it('is refused for a case of another user or organization, one that is unknown, deleted or expired, alike', async () => {
    const [open, deleted, expired] = [await newCase(), await newCase(), await newCase()];
    await context.get(ManageCases).delete(owner, deleted);
    await context.db.query(`UPDATE cases SET expires_at = now() WHERE id = $1`, [expired]);
    const colleague = { ...owner, userId: newId() };
    const elsewhere = { ...owner, organizationId: newId() };
    for (const [by, caseId] of [
      [colleague, open],
      [elsewhere, open],
      [owner, newId()],
      [owner, 'x'],
      [owner, ''],
      [owner, deleted],
      [owner, expired],
    ] as const)
      await expect(submitted({ caseId }, by)).rejects.toMatchObject({
        code: 'bad_request',
        message: 'case_id must be the id of one of your open cases',
      });
  });

  it('fails permanently in its first attempt if the case ends while it waits', async () => {
    const caseId = await newCase();
    const jobId = await submitted({ caseId });
    await context.get(ManageCases).delete(owner, caseId);
    expect(await ended(jobId)).toMatchObject({
      status: 'failed',
      error_code: 'case_closed',
    });
    const { rows } = await context.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  it('is replayed by its idempotency key after the case ended, and another case is another request', async () => {
    const caseId = await newCase();
    const idempotencyKey = newId();
    const jobId = await submitted({ caseId, idempotencyKey });
    await expect(submitted({ idempotencyKey })).rejects.toMatchObject({ code: 'conflict' });
    await expect(submitted({ idempotencyKey, caseId: await newCase() })).rejects.toMatchObject({
      code: 'conflict',
    });
    await context.get(ManageCases).delete(owner, caseId);
    expect(await submitted({ caseId, idempotencyKey })).toBe(jobId);
  });
});

describe('a restorable anonymization job', () => {
  const restored = async (jobId: string, text: string): Promise<string> =>
    (await (await IssuedTable.read(await context.get(OwnJob).issued(jobId, owner))).restorer()).restore(text);

  it.each([true, false])(
    'restores its result, and what was written with it (surrogates: %s)',
    async (anonymized) => {
      const jobId = await submitted({ restorable: true, anonymized });
      await expect(context.get(OwnJob).issued(jobId, owner)).rejects.toMatchObject({ code: 'conflict' });
      const text = await hidden(jobId);
      const name = text.replace(' called.', '');
      expect(await restored(jobId, text)).toBe('Anna Schmidt called.');
      expect(await restored(jobId, `Dear ${name}`)).toBe('Dear Anna Schmidt');
      const { rows } = await context.db.query('SELECT issued_table::text AS sealed FROM jobs WHERE id = $1', [
        jobId,
      ]);
      for await (const { issued } of context.get(ExportJobs).execute(owner))
        expect(issued).toContain('Anna Schmidt');
      expect(Buffer.from((rows[0] as { sealed: string }).sealed.slice(2), 'hex').toString()).not.toMatch(
        /Schmidt/,
      );
    },
  );

  it('is restored by its owner only, as long as the result is stored', async () => {
    const jobId = await submitted({ restorable: true });
    await hidden(jobId);
    for (const by of [
      { ...owner, userId: newId() },
      { ...owner, organizationId: newId() },
    ])
      await expect(context.get(OwnJob).issued(jobId, by)).rejects.toMatchObject({ code: 'bad_request' });
    await context.get(DeleteJob).execute(jobId, owner);
    await expect(context.get(OwnJob).result(jobId, owner)).rejects.toMatchObject({ code: 'gone' });
    await expect(context.get(OwnJob).issued(jobId, owner)).rejects.toMatchObject({ code: 'gone' });
  });

  it('stores nothing to restore a result that was not submitted so', async () => {
    const jobId = await submitted({});
    await hidden(jobId);
    await expect(context.get(OwnJob).issued(jobId, owner)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'job_id must be the id of one of your jobs that was submitted with restorable=true',
    });
  });

  it('is refused in a case, and is another request than one that is not restorable', async () => {
    await expect(submitted({ restorable: true, caseId: await newCase() })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const idempotencyKey = newId();
    await submitted({ idempotencyKey });
    await expect(submitted({ idempotencyKey, restorable: true })).rejects.toMatchObject({ code: 'conflict' });
  });
});
