import { IssuedTable, type EntityType } from '@app/anonymization';
import { CaseOfJob } from '@app/anonymization-jobs';
import type { EndedCallsStore, Spending } from '@app/budgets';
import { CasesModule, CaseTables, ManageCases } from '@app/cases';
import { newId } from '@app/common';
import { HideTexts } from '@app/hiding';
import { PrivateModel } from '@app/private-model';
import { knownDetector, policiesOf, startContext, type ServiceContext } from '@app/testing';
import { AnonymizeTranscript } from './anonymize-transcript';
import type { ReceiveUpload } from '@app/job-files';
import type { SpeechLanguages } from './speech-languages';
import type { TranscribeAudio } from './transcribe-audio';
import { TranscribeNow } from './transcribe-now';

const forever = new AbortController().signal;
const TEXT = 'Anna Schmidt called. Hans Müller answered Anna Schmidt.';

describe('a transcript in a case', () => {
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([CasesModule]);
  });
  afterAll(() => context?.stop());

  const job = { organizationId: newId(), userId: newId(), policyVersion: null };

  const anonymizeTranscript = () =>
    new AnonymizeTranscript(
      new HideTexts(knownDetector(['Anna Schmidt', 'Hans Müller'])),
      policiesOf(),
      new CaseOfJob(context.get(CaseTables)),
    );
  const spoken = (text: string) => ({
    text,
    segments: text.split(/(?<=\.) /).map((part, start) => ({ start, end: start + 1, text: part })),
  });
  const anonymized = async (caseId: string, text = TEXT, choices: EntityType[] = ['Names']) =>
    anonymizeTranscript().execute(
      spoken(text),
      { lang: 'en', choices, style: 'placeholders' },
      { ...job, caseId },
      forever,
    );

  it('has the replacements of the case in its text and segments, which the case restores', async () => {
    const { id } = await context.get(ManageCases).create(job, { style: 'placeholders' });
    const { text, segments } = await anonymized(id);
    expect(text).toBe('[NAME_1] called. [NAME_2] answered [NAME_1].');
    expect(segments.map((segment) => segment.text)).toEqual([
      '[NAME_1] called.',
      '[NAME_2] answered [NAME_1].',
    ]);
    expect((await anonymized(id, 'Ask Hans Müller.')).text).toBe('Ask [NAME_2].');
    const restorer = await context.get(CaseTables).restorer(job, { caseId: id }, [text]);
    expect(await restorer.restore(text)).toBe(TEXT);
  });

  it('hides a value of the case in another form, also if its kind was not chosen', async () => {
    const { id } = await context.get(ManageCases).create(job, { style: 'placeholders' });
    await anonymized(id, 'Pay to DE89 3704 0044 0532 0130 00', ['BankAccounts']);
    const inJob = await anonymized(id, 'They paid. It is DE89370400440532013000', ['Emails']);
    expect(inJob.segments.map((segment) => segment.text)).toEqual(['They paid.', 'It is [ACCOUNT_1B]']);
    const transcribeNow = new TranscribeNow(
      { concurrency: 1, model: 'ears' },
      { open: async () => ({}) } as unknown as ReceiveUpload,
      { parse: async (code: string) => code } as unknown as SpeechLanguages,
      {
        execute: async () => ({ ...spoken('Was it DE893704 00440532 013000'), seconds: 2, speechSeconds: 1 }),
      } as unknown as TranscribeAudio,
      policiesOf(),
      anonymizeTranscript(),
      new PrivateModel(
        { record: async () => undefined } as unknown as EndedCallsStore,
        { cancel: async () => undefined } as unknown as Spending,
      ),
      context.get(CaseTables),
    );
    const input = {
      audio: { jobId: newId(), bytes: 1, digest: '' },
      language: 'en',
      anonymize: { choices: ['Emails'] as const, style: 'placeholders' as const },
      inCase: { caseId: id },
    };
    const atOnce = await transcribeNow.execute({ ...job, groups: [] }, input, forever);
    expect(atOnce.text).toBe('Was it [ACCOUNT_1C]');
  });

  it('fails permanently if the case is gone', async () => {
    const { id } = await context.get(ManageCases).create(job, {});
    await context.get(ManageCases).delete(job, id);
    await expect(anonymized(id)).rejects.toMatchObject({ name: 'JobFailure', code: 'case_closed' });
  });

  it.each([
    ['what it hides', ['Names'] as const, '[NAME_1] called.'],
    ['nothing if it hides nothing', undefined, 'Anna Schmidt called.'],
  ])('that is restorable issues a table that restores %s', async (_, choices, expected) => {
    let issued = '';
    const { text } = await new AnonymizeTranscript(
      new HideTexts(knownDetector(['Anna Schmidt'])),
      policiesOf(),
      new CaseOfJob(context.get(CaseTables)),
    ).execute(
      { text: 'Anna Schmidt called.', segments: [] },
      choices && { lang: 'en', choices, style: 'placeholders' },
      { ...job, onIssued: (table) => (issued = table) },
      forever,
    );
    expect(text).toBe(expected);
    const restorer = await (await IssuedTable.read(issued)).restorer();
    expect(await restorer.restore(text)).toBe('Anna Schmidt called.');
    expect(await restorer.restore('[NAME_2]')).toBe('[NAME_2]');
  });
});
