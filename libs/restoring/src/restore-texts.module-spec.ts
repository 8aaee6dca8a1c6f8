import { EntityTable, IssuedTable } from '@app/anonymization';
import { ListAuditEvents } from '@app/audit';
import { newId } from '@app/common';
import { AcceptJob, JobSlots, OwnJob, type JobRunner } from '@app/jobs';
import { eventually, knownDetector, startContext, type ServiceContext } from '@app/testing';
import { AnonymizeWithMapping } from './anonymize-with-mapping';
import { RestoreTexts } from './restore-texts';
import { RestoringModule } from './restoring.module';

jest.setTimeout(120_000);

let context: ServiceContext;
const owner = { userId: newId(), organizationId: newId(), groups: [] };

beforeAll(async () => {
  context = await startContext([RestoringModule], {}, { detector: knownDetector(['Anna Schmidt']) });
});
afterAll(() => context?.stop());

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
const restore = (issuer: object, texts: string[], format: 'text' | 'json' = 'text', by = owner) =>
  get(RestoreTexts).execute(by, { ...issuer, texts, format });

/** Returns the id of a finished job with the result `[NAME_1]`. */
async function aJob(): Promise<string> {
  const table = EntityTable.create('placeholders');
  const entity = table.add({ type: 'Names', number: 1, forms: [] });
  table.record(entity, { original: 'Anna "A" Schmidt', replacement: '[NAME_1]' });
  const issued = await (await IssuedTable.of(table, ['[NAME_1]'])).write();
  const runner: JobRunner = {
    type: 'anonymization',
    run: async (_, { onIssued }) => {
      onIssued(issued);
      return { anonymized_text: '[NAME_1]' };
    },
  };
  const slots = get(JobSlots);
  slots.open(runner, 1);
  const webhookUrl = 'https://receiver.example/';
  const { jobId } = await get(AcceptJob).execute({
    owner,
    type: 'anonymization',
    input: {},
    webhookUrl,
    policyVersion: 0,
  });
  await slots.wake('anonymization');
  await eventually(async () => expect((await get(OwnJob).report(jobId, owner)).status).toBe('completed'));
  return jobId;
}

describe('POST restore', () => {
  it('restores texts with the replacements of a job, in JSON inside strings only, and is audited', async () => {
    const jobId = await aJob();
    expect(await restore({ jobId }, ['Dear [NAME_1]', '[NAME_2]'])).toEqual({
      texts: ['Dear Anna "A" Schmidt', '[NAME_2]'],
      restored: 1,
    });
    expect((await restore({ jobId }, ['{"to": "[NAME_1]"}'], 'json')).texts).toEqual([
      '{"to": "Anna \\"A\\" Schmidt"}',
    ]);
    const entries = await get(ListAuditEvents).execute({
      subjectId: jobId,
      action: 'values.restore',
      limit: 5,
    });
    expect(entries).toMatchObject([{ counts: { values: 1 } }, { counts: { texts: 2, values: 1 } }]);
  });

  it('refuses the jobs of others, and unknown ones, alike', async () => {
    const jobId = await aJob();
    const refused = {
      code: 'bad_request',
      message: 'job_id must be the id of one of your jobs that was submitted with restorable=true',
    };
    const others = { ...owner, userId: newId() };
    await expect(restore({ jobId }, ['[NAME_1]'], 'text', others)).rejects.toMatchObject(refused);
    for (const unknown of [newId(), 'x', ''])
      await expect(restore({ jobId: unknown }, ['[NAME_1]'])).rejects.toMatchObject(refused);
  });

  it('restores texts with a mapping', async () => {
    const { text, mapping } = await get(AnonymizeWithMapping).execute(
      owner,
      {
        text: 'Anna Schmidt called.',
        field: 'prompt',
        language: { code: 'en', regions: [] },
        style: 'surrogates',
        model: 'demo-echo',
        choices: ['Names'],
        mapping: 'sealed',
      },
      new AbortController().signal,
    );
    expect((await restore({ mapping }, [text])).texts).toEqual(['Anna Schmidt called.']);
    await expect(restore({ mapping: `${mapping}A` }, [text])).rejects.toMatchObject({
      code: 'mapping_invalid',
    });
  });
});
