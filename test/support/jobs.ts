import type { JobReport } from '@app/job-records';
import { eventually, type ReceivedWebhook, type WebhookReceiver } from '@app/testing';
import type { ApiAnswer, ApiClient } from './api-client';

/** Returns an anonymization job with all required fields. */
export const anAnonymization = (webhookUrl: string, more: object = {}): Record<string, unknown> => ({
  text: 'Write to ann@example.com',
  lang: 'en',
  webhook_url: webhookUrl,
  ...more,
});

/** The parts of a form, in order. Undefined parts are omitted. */
export type FormParts = Record<string, string | Blob | undefined>;

export const aRecording = (bytes: Buffer, name = 'recording.wav'): File =>
  new File([new Uint8Array(bytes)], name);

export function formOf(parts: FormParts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) form.append(name, value);
  return form;
}

/** Returns the form of a transcription with all required fields. */
export const aTranscription = (webhookUrl: string, bytes: Buffer, more: FormParts = {}): FormData =>
  formOf({ file: aRecording(bytes), lang: 'en', webhook_url: webhookUrl, ...more });

/** Submits jobs of one user and waits for their webhooks. Benchmarks use it too, so it does not call `expect`. */
export class JobClient {
  constructor(
    readonly api: ApiClient,
    private readonly receiver: WebhookReceiver,
  ) {}

  get webhookUrl(): string {
    return `${this.receiver.url}/hook`;
  }

  anonymize(
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Record<string, never>>> {
    return this.api.post('job/anonymize', anAnonymization(this.webhookUrl, more), headers);
  }

  /** Submits a text file. */
  anonymizeFile(
    content: string,
    more: FormParts = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<{ job_id: string }>> {
    const form = formOf({ webhook_url: this.webhookUrl, ...more, file: new File([content], 'a.txt') });
    return this.api.post('job/anonymize-file', form, headers);
  }

  transcribe(
    bytes: Buffer,
    more: FormParts = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<{ job_id: string }>> {
    return this.api.post('job/transcribe', aTranscription(this.webhookUrl, bytes, more), headers);
  }

  async report(jobId: string): Promise<JobReport> {
    return (await this.api.get<JobReport>(`job/${jobId}`)).body;
  }

  /** Returns the webhooks of a job received so far. */
  webhooksOf(jobId: string): ReceivedWebhook[] {
    return this.receiver.webhooks.filter(({ body }) => body.job_id === jobId);
  }

  /** @returns the job's webhooks when at least `count` have arrived */
  delivered(jobId: string, count = 1): Promise<[ReceivedWebhook, ...ReceivedWebhook[]]> {
    return eventually(() => {
      const webhooks = this.webhooksOf(jobId);
      if (webhooks.length < count) throw new Error(`${webhooks.length} of ${count} webhooks came`);
      return webhooks as [ReceivedWebhook, ...ReceivedWebhook[]];
    });
  }

  /** Waits until the api reports this state of the job's delivery. */
  deliveryIs(jobId: string, state: string): Promise<void> {
    return eventually(async () => {
      const { delivery } = await this.report(jobId);
      if (delivery?.state !== state) throw new Error(`Its delivery is ${delivery?.state}, not ${state}`);
    });
  }
}

/** @returns the job's id @throws Error if the job was not accepted */
export async function accepted(answer: Promise<ApiAnswer<unknown>>): Promise<string> {
  const { status, headers, bytes } = await answer;
  if (status !== 202) throw new Error(`Answered ${status}: ${bytes.toString()}`);
  return headers.get('x-job-id')!;
}
