import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSystem, TestUser } from '@app/testing';

const RECORDING = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));

export type JobKind = 'anonymize' | 'transcribe';

/** Submits jobs as a careful customer would: each again, under the same key, until it is accepted. */
export class Client {
  constructor(
    private readonly system: TestSystem,
    private readonly user: TestUser,
    private readonly signal: AbortSignal,
  ) {}

  /** @returns the job's id */
  async submit(kind: JobKind, number: number, webhookUrl: string): Promise<string> {
    for (;;) {
      this.signal.throwIfAborted();
      const response = await this.send(kind, number, webhookUrl).catch(() => undefined);
      const answer = await response?.text().catch(() => undefined);
      if (response?.status === 202) return response.headers.get('x-job-id')!;
      // 409: an upload that a kill broke off counts as arriving for as long as its lease.
      if (response && response.status !== 409 && response.status < 500)
        throw new Error(`${kind} answered ${response.status} ${answer}`);
      await pause(50);
    }
  }

  /** Uploads a recording that is no job for its language. @returns the status; undefined where there was no answer */
  async tryUpload(): Promise<number | undefined> {
    const response = await this.upload('none', 'https://127.0.0.1:8443/', {}).catch(() => undefined);
    return response?.status;
  }

  private send(kind: JobKind, number: number, webhookUrl: string): Promise<Response> {
    const headers = { 'idempotency-key': `job-${number}` };
    if (kind === 'transcribe') return this.upload('en', webhookUrl, headers);
    return fetch(this.system.ai('job/anonymize'), {
      method: 'POST',
      headers: { ...this.user.authorization, ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        text: `Order ${number} of person-${number}@chaos.example`,
        lang: 'en',
        webhook_url: webhookUrl,
      }),
    });
  }

  private upload(lang: string, webhookUrl: string, headers: Record<string, string>): Promise<Response> {
    const body = new FormData();
    body.append('lang', lang);
    body.append('webhook_url', webhookUrl);
    body.append('file', new File([new Uint8Array(RECORDING)], 'recording.wav'));
    return fetch(this.system.ai('job/transcribe'), {
      method: 'POST',
      headers: { ...this.user.authorization, ...headers },
      body,
    });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
