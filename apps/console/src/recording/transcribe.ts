import { ask, authorizedFetch, client, type Schemas } from '../api/client';
import { failureOf, failureOfJob } from '../api/failure';
import { addressOf } from '../settings';

const POLL_MS = 1_000;

export interface Recording {
  file: File;
  lang: string;
  /** Kinds to hide in the transcript; undefined: none. */
  choices?: readonly string[] | undefined;
  onProgress?: (progress: number) => void;
  signal?: AbortSignal;
}

/**
 * Submits a recording and waits for its transcript.
 *
 * @throws Failure if the recording is refused or cannot be transcribed
 */
export async function transcribe({ file, lang, choices, onProgress, signal }: Recording) {
  const form = new FormData();
  form.set('lang', lang);
  form.set('delivery', 'poll');
  form.set('timestamps', 'true');
  if (choices) form.set('choices', choices.join(','));
  form.set('file', file);
  const request = new Request(addressOf('/ai/v1/job/transcribe'), {
    method: 'POST',
    body: form,
    signal: signal ?? null,
  });
  const response = await authorizedFetch(request);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response, body);
  return resultOf((body as Schemas['TranscriptionAcceptedDto']).job_id, onProgress, signal);
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
