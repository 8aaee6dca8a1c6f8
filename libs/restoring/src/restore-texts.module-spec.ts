import { Readable } from 'node:stream';
import { EntityTable, IssuedTable, type Replacement } from '@app/anonymization';
import { ListAuditEvents } from '@app/audit';
import { ManageCases } from '@app/cases';
import { newId } from '@app/common';
import { OwnJob } from '@app/job-records';
import { AcceptJob, JobSlots, type JobRunner } from '@app/jobs';
import { AnonymizeText } from '@app/private-model';
import { ChatsStore, WriteTurn } from '@app/sessions';
import { eventually, knownDetector, startContext, type ServiceContext } from '@app/testing';
import { AnonymizeWithMapping } from './anonymize-with-mapping';
import { RestoreTexts } from './restore-texts';
import { RestoringModule } from './restoring.module';

const NAMES = ['Anna Schmidt', 'Hans Müller', 'Petra Lang'];
const ASKED = {
  field: 'prompt',
  language: { code: 'en', regions: [] },
  style: 'placeholders',
  model: 'demo-echo',
  choices: ['Names'],
} as const;

let context: ServiceContext;
const owner = { userId: newId(), organizationId: newId(), groups: [] };

beforeAll(async () => {
  context = await startContext([RestoringModule], {}, { detector: knownDetector(NAMES) });
});
afterAll(() => context?.stop());

const restore = (issuer: object, texts: string[], format: 'text' | 'json' = 'text', by = owner) =>
  context.get(RestoreTexts).execute(by, { ...issuer, texts, format });

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
  const slots = context.get(JobSlots);
  slots.open(runner, 1);
  const webhookUrl = 'https://receiver.example/';
  const { jobId } = await context.get(AcceptJob).execute({
    owner,
    type: 'anonymization',
    input: {},
    webhookUrl,
    policyVersion: 0,
  });
  await slots.wake('anonymization');
  await eventually(async () =>
    expect((await context.get(OwnJob).report(jobId, owner)).status).toBe('completed'),
  );
  return jobId;
}

/** Stores a chat with one turn. @param answered the replacements in the answer */
async function aChat(
  table: EntityTable,
  anonymizedPrompt: string,
  { caseId, answered = [] }: { caseId?: string; answered?: Replacement[] } = {},
): Promise<string> {
  const chat = await context.get(ChatsStore).open(owner, undefined, caseId);
  const draft = await context.get(WriteTurn).begin(chat, table, { prompt: 'x', anonymizedPrompt });
  await context.get(WriteTurn).finish(owner, draft, {
    model: 'm',
    documentId: null,
    responseType: 'text',
    hiddenTypes: [],
    answer: 'x',
    restoredAnswer: 'x',
    replacements: answered,
    findings: {},
    call: { hidden: {} },
  });
  return chat.id;
}

describe('POST restore', () => {
  it('restores everything that a chat issued, also what was hidden in its documents only', async () => {
    const table = EntityTable.create('placeholders');
    for (const [number, original] of ['Anna', 'Hans'].entries())
      table.record(table.add({ type: 'Names', number: number + 1, forms: [] }), {
        original,
        replacement: `[NAME_${number + 1}]`,
      });
    const chatId = await aChat(table, 'Who signed https://host.example/[NAME_1]?');
    expect((await restore({ chatId }, ['[NAME_2]', '[NAME_3]'])).texts).toEqual(['Hans', '[NAME_3]']);
    const links = ['https://host.example/[NAME_1]', 'https://other.example/[NAME_1]'];
    expect((await restore({ chatId }, links)).texts).toEqual(['https://host.example/Anna', links[1]]);
  });

  it('restores of a case what the prompts and answers of the chat have, but no value of other chats', async () => {
    const { id: caseId } = await context.get(ManageCases).create(owner, { style: 'placeholders' });
    const hidden = await context
      .get(AnonymizeText)
      .execute(owner, { ...ASKED, text: NAMES.join(', '), from: { caseId } }, new AbortController().signal);
    expect(hidden.text).toBe('[NAME_1], [NAME_2], [NAME_3]');
    const chatId = await aChat(EntityTable.create('placeholders'), 'Who is [NAME_1]?', {
      caseId,
      answered: [{ type: 'Names', original: 'Hans Müller', replacement: '[NAME_2]' }],
    });
    expect((await restore({ chatId }, ['[NAME_1]', '[NAME_2]', '[NAME_3]'])).texts).toEqual([
      'Anna Schmidt',
      'Hans Müller',
      '[NAME_3]',
    ]);
    await context.get(ManageCases).delete(owner, caseId);
    await expect(restore({ chatId }, ['[NAME_1]'])).rejects.toMatchObject({ code: 'case_closed' });
  });

  it('names the header of an unknown chat', async () => {
    const fields = { caseId: 'X-Case', chatId: 'X-Chat', jobId: 'X-Job' };
    for (const chatId of [newId(), 'x']) {
      await expect(restore({ chatId }, ['x'])).rejects.toMatchObject({
        details: { errors: [{ field: 'chat_id' }] },
      });
      const pieces = context.get(RestoreTexts).stream(owner, { chatId, fields }, Readable.from(['x']));
      await expect(pieces.next()).rejects.toMatchObject({ details: { errors: [{ field: 'X-Chat' }] } });
    }
  });

  it('restores texts with the replacements of a job, in JSON inside strings only, and is audited', async () => {
    const jobId = await aJob();
    expect(await restore({ jobId }, ['Dear [NAME_1]', '[NAME_2]'])).toEqual({
      texts: ['Dear Anna "A" Schmidt', '[NAME_2]'],
      restored: 1,
    });
    expect((await restore({ jobId }, ['{"to": "[NAME_1]"}'], 'json')).texts).toEqual([
      '{"to": "Anna \\"A\\" Schmidt"}',
    ]);
    const entries = await context.get(ListAuditEvents).execute({
      subjectId: jobId,
      action: 'values.restore',
      limit: 5,
    });
    expect(entries).toMatchObject([{ counts: { values: 1 } }, { counts: { texts: 2, values: 1 } }]);
  });

  it('names the text that is not JSON', async () => {
    const jobId = await aJob();
    await expect(restore({ jobId }, ['"[NAME_1]"', '[NAME_1]'], 'json')).rejects.toMatchObject({
      code: 'bad_request',
      message: 'texts[1] must be valid JSON; omit format, or set it to text',
      details: { errors: [{ field: 'texts[1]' }] },
    });
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
    const { text, mapping } = await context
      .get(AnonymizeWithMapping)
      .execute(
        owner,
        { ...ASKED, text: 'Anna Schmidt called.', style: 'surrogates', mapping: 'sealed' },
        new AbortController().signal,
      );
    expect((await restore({ mapping }, [text])).texts).toEqual(['Anna Schmidt called.']);
    await expect(restore({ mapping: `${mapping}A` }, [text])).rejects.toMatchObject({
      code: 'mapping_invalid',
    });
  });
});
