import { EntityTable, type Detector } from '@app/anonymization';
import type { CaseTables } from '@app/cases';
import { HideTexts } from '@app/hiding';
import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import type { RunningJob } from '@app/jobs';
import { policiesOf } from '@app/testing';
import { AnonymizationRunner, CaseOfJob } from './anonymization-runner';

/**
 * The inputs that each released version stored for its jobs. Add a line when a version changes the format, and never
 * change a line: after a rolling deployment, jobs of the previous version still wait.
 */
const STORED = [
  ['0.1.0', { text: 'Write to ann@example.com', lang: 'en', choices: ['Emails'], style: 'placeholders' }],
  [
    'a later one, with a field that this version does not know',
    { text: 'Write to ann@example.com', lang: 'en', choices: ['Emails'], style: 'placeholders', later: {} },
  ],
  [
    '0.3.0, in the language of its text',
    { text: 'Write to ann@example.com', lang: 'auto', choices: ['Emails'], style: 'placeholders' },
  ],
  [
    '0.3.0, restorable',
    {
      text: 'Write to ann@example.com',
      lang: 'en',
      choices: ['Emails'],
      style: 'placeholders',
      restorable: true,
    },
  ],
  [
    '0.3.0, in a case',
    {
      text: 'Write to ann@example.com',
      lang: 'en',
      choices: ['Emails'],
      style: 'placeholders',
      caseId: '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d',
    },
  ],
] as const;

describe('the stored input of an anonymization job', () => {
  const detector = {
    detect: async () => [[{ start: 9, end: 24, type: 'Emails', score: 1 }]],
  } as unknown as Detector;
  const cases = {
    check: async () => 'placeholders',
    hide: async (_owner: unknown, _case: unknown, _texts: unknown, hide: (table: EntityTable) => unknown) => {
      const table = EntityTable.create('placeholders');
      return { hidden: await hide(table), table };
    },
  } as unknown as CaseTables;

  it.each(STORED)('of version %s is run by this one', async (_, input) => {
    const id = newId();
    const job: RunningJob = {
      id,
      organizationId: newId(),
      userId: newId(),
      input: JSON.parse(JSON.stringify(input)) as unknown,
      policyVersion: null,
      key: DataKey.random(id),
    };
    const context = {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onIssued: () => undefined,
      onFile: () => undefined,
    };
    const runner = new AnonymizationRunner(new HideTexts(detector), policiesOf(), new CaseOfJob(cases));
    expect(await runner.run(job, context)).toEqual({ anonymized_text: 'Write to [EMAIL_1]' });
  });
});
