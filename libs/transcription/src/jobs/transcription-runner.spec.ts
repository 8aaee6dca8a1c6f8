import type { CaseOfJob } from '@app/anonymization-jobs';
import { newId } from '@app/common';
import type { Log } from '@app/observability';
import type { AnonymizeTranscript } from '../anonymize-transcript';
import type { JobAudio } from '../recordings/job-audio';
import type { TranscribeAudio } from '../transcribe-audio';
import { TranscriptionRunner } from './transcription-runner';

describe('the end of a transcription job', () => {
  /** A runner with recordings that `remove` deletes, and the log events of its failures. */
  function scene(remove: (jobId: string) => Promise<void>) {
    const logged: [event: string, error: unknown][] = [];
    const runner = new TranscriptionRunner(
      { delete: remove } as JobAudio,
      {} as TranscribeAudio,
      {} as AnonymizeTranscript,
      {} as CaseOfJob,
      { error: (...entry: [string, unknown]) => void logged.push(entry) } as unknown as Log,
    );
    return { runner, logged };
  }

  it('deletes its recording', async () => {
    const deleted: string[] = [];
    const { runner, logged } = scene(async (jobId) => void deleted.push(jobId));
    const id = newId();
    await runner.ended(id);
    expect([deleted, logged]).toEqual([[id], []]);
  });

  it('is logged and not undone if its recording cannot be deleted', async () => {
    const away = new Error('away');
    const { runner, logged } = scene(() => Promise.reject(away));
    await runner.ended(newId());
    expect(logged).toEqual([['job.audio', away]]);
  });
});
