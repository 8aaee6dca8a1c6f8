import type { Detector } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import type { RunningJob } from '@app/jobs';
import { policiesOf } from '@app/testing';
import { AnonymizationRunner } from './anonymization-runner';

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
] as const;

describe('the stored input of an anonymization job', () => {
  const detector = {
    detect: async () => [[{ start: 9, end: 24, type: 'Emails', score: 1 }]],
  } as unknown as Detector;

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
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    expect(await new AnonymizationRunner(new HideTexts(detector), policiesOf()).run(job, context)).toEqual({
      anonymized_text: 'Write to [EMAIL_1]',
    });
  });
});
