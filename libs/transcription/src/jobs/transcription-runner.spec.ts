import { CaseOfJob } from '@app/anonymization-jobs';
import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import type { JobUploads, NewResultFile, ResultFiles } from '@app/job-files';
import type { RunningJob } from '@app/jobs';
import type { PolicyDocument } from '@app/policy';
import { knownDetector, policiesOf, withoutCases } from '@app/testing';
import { AnonymizeTranscript } from '../anonymize-transcript';
import type { BleepRecording } from '../bleeping/bleep-recording';
import { AudioTooLong, type TranscribeAudio, type Transcript } from '../transcribe-audio';
import { TranscriptionRunner, type TranscriptionInput } from './transcription-runner';

const SAID: Transcript = {
  text: 'Hello, my name is Anna Weber. Is this Hans Müller?',
  segments: [
    { start: 0, end: 2, text: 'Hello, my name is Anna Weber.', speaker: 'S1' },
    { start: 2, end: 3, text: 'Is this Hans Müller?', speaker: 'S2' },
  ],
  seconds: 3,
  speechSeconds: 3,
  language: 'en',
};

const MUTED = Buffer.from('muted');
const LINK = 'https://service.example/file';

const jobOf = (input: Partial<TranscriptionInput>, id = newId()): RunningJob => ({
  id,
  organizationId: newId(),
  userId: newId(),
  input: { language: 'en', timestamps: false, speakers: true, ...input },
  policyVersion: 1,
  key: DataKey.random(id),
});

/** @param heard what is heard in each recording. @param files receives the files of results. @param deleted receives uploads */
function runnerOf({
  policy = {},
  heard = async () => SAID,
  files = [],
  deleted = [],
}: {
  policy?: Partial<PolicyDocument>;
  heard?: () => Promise<Transcript>;
  files?: NewResultFile[];
  deleted?: string[];
}): TranscriptionRunner {
  const cases = new CaseOfJob(withoutCases());
  const hideTexts = new HideTexts(knownDetector(['Anna Weber', 'Hans Müller']));
  return new TranscriptionRunner(
    {
      read: () => Promise.reject(new Error('not read')),
      delete: async (id: string) => void deleted.push(id),
    } as unknown as JobUploads,
    {
      add: async (_: unknown, file: NewResultFile) => {
        files.push(file);
        return { file_url: LINK };
      },
    } as unknown as ResultFiles,
    { execute: heard } as unknown as TranscribeAudio,
    new AnonymizeTranscript(hideTexts, policiesOf(policy), cases),
    cases,
    { execute: async () => MUTED } as unknown as BleepRecording,
  );
}

/** Runs a job in which this is heard. */
async function run(
  input: Partial<TranscriptionInput>,
  policy: Partial<PolicyDocument> = {},
  heard: () => Promise<Transcript> = async () => SAID,
  files: NewResultFile[] = [],
) {
  const ignored = (): void => undefined;
  const context = { onProgress: ignored, onIssued: ignored, onFile: ignored };
  const running = { signal: new AbortController().signal, ...context };
  return runnerOf({ policy, heard, files }).run(jobOf(input), running);
}

describe('the names of the speakers of a recording', () => {
  const hiding = {
    anonymization: { lang: 'en', choices: ['Names' as const], style: 'placeholders' as const },
  };

  it('are delivered as they are said if nothing is hidden', async () => {
    expect(await run({ speakerNames: true })).toMatchObject({ speaker_names: { S1: 'Anna Weber' } });
  });

  it('have the replacements of the transcript if names are hidden', async () => {
    const result = await run({ speakerNames: true, ...hiding });
    expect(result).toMatchObject({
      transcript: 'Hello, my name is [NAME_1]. Is this [NAME_2]?',
      speaker_names: { S1: '[NAME_1]' },
    });
  });

  it('are hidden if the policy hides names, and left out if it removes them', async () => {
    expect(await run({ speakerNames: true }, { modes: { Names: 'always' } })).toMatchObject({
      speaker_names: { S1: '[NAME_1]' },
    });
    const removed = await run({ speakerNames: true }, { modes: { Names: 'remove' } });
    expect(JSON.stringify(removed)).not.toContain('Weber');
  });

  it('are in subtitles instead of their numbers', async () => {
    const { transcript } = await run({ speakerNames: true, format: 'vtt', ...hiding });
    expect(transcript).toContain('<v [NAME_1]>Hello, my name is [NAME_1].');
    expect(transcript).toContain('<v S2>Is this [NAME_2]?');
  });

  it('are not looked for unless they are requested', async () => {
    expect(await run(hiding)).not.toHaveProperty('speaker_names');
  });
});

describe('the file of the result', () => {
  const hiding = {
    anonymization: { lang: 'en', choices: ['Names' as const], style: 'placeholders' as const },
  };

  it('is the muted recording if it is requested, and the result links to it first', async () => {
    const files: NewResultFile[] = [];
    const result = await run({ ...hiding, bleep: true }, {}, undefined, files);
    expect(files).toEqual([{ name: 'recording.wav', mediaType: 'audio/wav', content: MUTED }]);
    expect(Object.entries(result)[0]).toEqual(['file_url', LINK]);
    expect(result).toHaveProperty('transcript');
  });

  it('is absent otherwise', async () => {
    const files: NewResultFile[] = [];
    expect(await run(hiding, {}, undefined, files)).not.toHaveProperty('file_url');
    expect(files).toEqual([]);
  });
});

describe('the recording of a job', () => {
  it('is deleted when the job has ended', async () => {
    const deleted: string[] = [];
    const job = jobOf({});
    await runnerOf({ deleted }).ended(job);
    expect(deleted).toEqual([job.id]);
  });
});

describe('a recording that is too long', () => {
  it('fails permanently', async () => {
    const tooLong = run({}, {}, () => Promise.reject(new AudioTooLong(86_400)));
    await expect(tooLong).rejects.toMatchObject({ name: 'JobFailure', code: 'too_large' });
  });
});
