import { IssuedTable } from '@app/anonymization';
import { CaseOfJob } from '@app/anonymization-jobs';
import { CasesModule, CaseTables, ManageCases } from '@app/cases';
import { newId } from '@app/common';
import { HideTexts } from '@app/hiding';
import { knownDetector, policiesOf, startContext, type ServiceContext } from '@app/testing';
import { AnonymizeTranscript } from './anonymize-transcript';

const TEXT = 'Anna Schmidt called. Hans Müller answered Anna Schmidt.';

describe('a transcript in a case', () => {
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([CasesModule]);
  });
  afterAll(() => context?.stop());

  const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
  const job = { organizationId: newId(), userId: newId(), policyVersion: null };

  const anonymized = async (caseId: string, text = TEXT) =>
    new AnonymizeTranscript(
      new HideTexts(knownDetector(['Anna Schmidt', 'Hans Müller'])),
      policiesOf(),
      new CaseOfJob(get(CaseTables)),
    ).execute(
      {
        text,
        segments: text.split(/(?<=\.) /).map((part, start) => ({ start, end: start + 1, text: part })),
      },
      { lang: 'en', choices: ['Names'], style: 'placeholders' },
      { ...job, caseId },
      new AbortController().signal,
    );

  it('has the replacements of the case in its text and segments, which the case restores', async () => {
    const { id } = await get(ManageCases).create(job, { style: 'placeholders' });
    const { text, segments } = await anonymized(id);
    expect(text).toBe('[NAME_1] called. [NAME_2] answered [NAME_1].');
    expect(segments.map((segment) => segment.text)).toEqual([
      '[NAME_1] called.',
      '[NAME_2] answered [NAME_1].',
    ]);
    expect((await anonymized(id, 'Ask Hans Müller.')).text).toBe('Ask [NAME_2].');
    const restorer = await get(CaseTables).restorer(job, { caseId: id }, [text]);
    expect(await restorer.restore(text)).toBe(TEXT);
  });

  it('fails permanently if the case is gone', async () => {
    const { id } = await get(ManageCases).create(job, {});
    await get(ManageCases).delete(job, id);
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
      new CaseOfJob(get(CaseTables)),
    ).execute(
      { text: 'Anna Schmidt called.', segments: [] },
      choices && { lang: 'en', choices, style: 'placeholders' },
      { ...job, onIssued: (table) => (issued = table) },
      new AbortController().signal,
    );
    expect(text).toBe(expected);
    const restorer = await (await IssuedTable.read(issued)).restorer();
    expect(await restorer.restore(text)).toBe('Anna Schmidt called.');
    expect(await restorer.restore('[NAME_2]')).toBe('[NAME_2]');
  });
});
