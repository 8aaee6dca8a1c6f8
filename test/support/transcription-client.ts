import { eventually, type TestSystem, type TestUser, type WebhookReceiver } from '@app/testing';
import { ApiClient } from './api-client';
import { aRecording, aTranscription } from './jobs';

/** Submits recordings and waits for their webhooks. Benchmarks use it too. */
export class TranscriptionClient {
  private readonly api: ApiClient;

  constructor(
    system: TestSystem,
    user: TestUser,
    private readonly receiver: WebhookReceiver,
  ) {
    this.api = new ApiClient(system, user);
  }

  /** @returns the job's id */
  async submit(bytes: Buffer, name: string, fields: Record<string, string> = {}): Promise<string> {
    const parts = { file: aRecording(bytes, name), ...fields };
    const form = aTranscription(`${this.receiver.url}/hook`, bytes, parts);
    const { status, body, bytes: answer } = await this.api.post<{ job_id: string }>('job/transcribe', form);
    if (status !== 202) throw new Error(`${name}: ${status} ${answer.toString()}`);
    return body.job_id;
  }

  /** @param timeoutMs time limit of the job */
  delivered(jobId: string, timeoutMs = 120_000): Promise<Record<string, unknown>> {
    return eventually(() => {
      const webhook = this.receiver.webhooks.find(({ body }) => body.job_id === jobId);
      if (!webhook) throw new Error('No webhook came');
      return webhook.body;
    }, timeoutMs);
  }

  async transcribe(bytes: Buffer, name: string, fields: Record<string, string> = {}) {
    return this.delivered(await this.submit(bytes, name, fields));
  }
}
