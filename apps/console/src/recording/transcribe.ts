import { ask, send, client, type Schemas } from '../api/client';
import { failureOfJob } from '../api/failure';
import { addressOf } from '../settings';

const POLL_MS = 1_000;

/** The fields of a transcription. Undefined ones are left out. */
type Fields = Readonly<Record<string, string | undefined>>;

/**
 * Submits a recording and waits for its transcript.
 *
 * @throws Failure if the recording is refused or cannot be transcribed
 */
export const transcribe = async (file: File, fields: Fields): Promise<Schemas['JobResultDto']> =>
  resultOf(await submitRecording(file, fields));

/**
 * Submits a recording.
 *
 * @returns the id of its job
 * @throws Failure if the recording is refused
 */
export async function submitRecording(file: File, fields: Fields, signal?: AbortSignal): Promise<string> {
  const form = new FormData();
  form.set('delivery', 'poll');
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  form.set('file', file);
  const request = new Request(addressOf('/ai/v1/job/transcribe'), {
    method: 'POST',
    body: form,
    signal: signal ?? null,
  });
  const response = await send(request);
  return ((await response.json()) as Schemas['TranscriptionAcceptedDto']).job_id;
}

/**
 * Waits for a job and returns its result.
 *
 * @throws Failure if the job failed
 */
export async function resultOf(jobId: string, onProgress?: (progress: number) => void, signal?: AbortSignal) {
  const params = { path: { job_id: jobId } };
  for (;;) {
    const job = await ask(client.GET('/ai/v1/job/{job_id}', { params, ...(signal && { signal }) }));
    if (job.status === 'failed') throw failureOfJob(job);
    if (job.status === 'completed') return ask(client.GET('/ai/v1/job/{job_id}/result', { params }));
    onProgress?.(job.progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
