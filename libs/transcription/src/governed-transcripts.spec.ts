import { CaseOfJob } from '@app/anonymization-jobs';
import { newId } from '@app/common';
import { HideTexts } from '@app/hiding';
import { JobFailure } from '@app/jobs';
import type { PolicyDocument } from '@app/policy';
import { knownDetector, policiesOf, withoutCases } from '@app/testing';
import { AnonymizeTranscript, type TranscriptAnonymization } from './anonymize-transcript';

const TEXT = 'Hans Müller heads Nordlicht, write to post@example.com';
const signal = new AbortController().signal;
const detector = knownDetector(['Hans Müller']);
const job = { organizationId: newId(), userId: newId(), policyVersion: 1 };

const cases = new CaseOfJob(withoutCases());

const transcript = (policy: Partial<PolicyDocument>, asked?: TranscriptAnonymization) =>
  new AnonymizeTranscript(new HideTexts(detector), policiesOf(policy), cases).execute(
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
