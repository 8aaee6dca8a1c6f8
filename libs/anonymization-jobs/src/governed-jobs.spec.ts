import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import { JobFailure, type RunningJob } from '@app/jobs';
import type { PolicyDocument } from '@app/policy';
import { knownDetector, policiesOf, withoutCases } from '@app/testing';
import { AnonymizationRunner, CaseOfJob } from './anonymization-runner';

const TEXT = 'Hans Müller heads Nordlicht, write to post@example.com';
const signal = new AbortController().signal;
const hideTexts = new HideTexts(knownDetector(['Hans Müller']));
const cases = new CaseOfJob(withoutCases());
const id = newId();
const job: RunningJob = {
  id,
  organizationId: newId(),
  userId: newId(),
  input: { text: TEXT, lang: 'en', choices: ['Emails'], style: 'placeholders' },
  policyVersion: 1,
  key: DataKey.random(id),
};

const anonymized = (policy: Partial<PolicyDocument>) =>
  new AnonymizationRunner(hideTexts, policiesOf(policy), cases).run(job, {
    signal,
    onProgress: () => undefined,
    onIssued: () => undefined,
    onFile: () => undefined,
  });
const blocked = new JobFailure('blocked_by_policy', 'Blocked by policy: Emails');

describe('a job under a policy', () => {
  it('hides what the policy requires in addition to the request, and fails permanently on blocked values', async () => {
    const policy: Partial<PolicyDocument> = {
      modes: { Names: 'remove' },
      terms: [{ phrase: 'Nordlicht' }],
    };
    expect(await anonymized(policy)).toEqual({
      anonymized_text: '[NAME_1] heads [TERM_1], write to [EMAIL_1]',
    });
    await expect(anonymized({ modes: { Emails: 'block' } })).rejects.toEqual(blocked);
  });

  it('fails permanently if its text contains more values than one request may hide', async () => {
    const text = 'a '.repeat(100_001);
    const terms = [{ pattern: 'a' }];
    const runner = new AnonymizationRunner(hideTexts, policiesOf({ terms }), cases);
    const running = runner.run(
      { ...job, input: { text, lang: 'en', choices: [], style: 'placeholders' } },
      { signal, onProgress: () => undefined, onIssued: () => undefined, onFile: () => undefined },
    );
    await expect(running).rejects.toMatchObject({ name: 'JobFailure', code: 'too_many_values' });
  });
});
