import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import type { PolicyDocument } from '@app/policy';
import { knownDetector, policiesOf } from '@app/testing';
import { AnonymizationRunner } from './anonymization-runner';
import { AnonymizeTranscript, type TranscriptAnonymization } from './anonymize-transcript';
import { JobFailure, type RunningJob } from './job-runner';

const TEXT = 'Hans Müller heads Nordlicht, write to post@example.com';
const signal = new AbortController().signal;
const detector = knownDetector(['Hans Müller']);
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
  new AnonymizationRunner(detector, policiesOf(policy)).run(job, { signal, onProgress: () => undefined });
const transcript = (policy: Partial<PolicyDocument>, asked?: TranscriptAnonymization) =>
  new AnonymizeTranscript(detector, policiesOf(policy)).execute(
    {
      text: TEXT,
      segments: [
        { start: 0, end: 1, text: 'Hans Müller heads Nordlicht,' },
        { start: 1, end: 2, text: 'write to post@example.com' },
      ],
    },
    asked,
    job,
    signal,
  );
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
    const runner = new AnonymizationRunner(detector, policiesOf({ terms }));
    const running = runner.run(
      { ...job, input: { text, lang: 'en', choices: [], style: 'placeholders' } },
      { signal, onProgress: () => undefined },
    );
    await expect(running).rejects.toMatchObject({ name: 'JobFailure', code: 'too_many_values' });
  });

  it('delivers a transcript unchanged if neither the request nor the policy hides anything [PRIV-3]', async () => {
    expect((await transcript({})).text).toBe(TEXT);
  });

  it('hides in a transcript and its segments what the policy requires if the request hides nothing', async () => {
    const { text, segments } = await transcript({
      modes: { Names: 'always' },
      terms: [{ phrase: 'Nordlicht', label: 'PROJECT' }],
    });
    expect(text).toBe('[NAME_1] heads [PROJECT_1], write to post@example.com');
    expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
    await expect(transcript({ modes: { Emails: 'block' } })).rejects.toEqual(blocked);
  });
});
