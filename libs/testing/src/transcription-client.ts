import { eventually } from './eventually';
import type { TestSystem } from './test-system';
import type { TestUser } from './test-users';
import type { WebhookReceiver } from './webhook-receiver';

/** Submits recordings and waits for what comes by webhook. */
export class TranscriptionClient {
  constructor(
    private readonly system: TestSystem,
    private readonly user: TestUser,
    private readonly receiver: WebhookReceiver,
  ) {}

  /** @returns the job's id */
  async submit(bytes: Buffer, name: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new FormData();
    const parts = { lang: 'en', webhook_url: `${this.receiver.url}/hook`, ...fields };
    for (const [field, value] of Object.entries(parts)) body.append(field, value);
    body.append('file', new File([new Uint8Array(bytes)], name));
    const request = { method: 'POST', headers: this.user.authorization, body };
    const response = await fetch(this.system.ai('job/transcribe'), request);
    if (response.status !== 202) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { job_id: string }).job_id;
  }

  /** @param timeoutMs how long the job may take */
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
