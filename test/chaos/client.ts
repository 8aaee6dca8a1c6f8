import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSystem, TestUser } from '@app/testing';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { anAnonymization, aRecording, formOf } from '../support/jobs';

const RECORDING = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));

export type JobKind = 'anonymize' | 'transcribe';

/** Submits jobs as a careful client does: it repeats each with the same key until it is accepted. */
export class Client {
  private readonly api: ApiClient;

  constructor(
    system: TestSystem,
    user: TestUser,
    private readonly signal: AbortSignal,
  ) {
    this.api = new ApiClient(system, user);
  }

  /** @returns the job's id */
  async submit(kind: JobKind, number: number, webhookUrl: string): Promise<string> {
    for (;;) {
      this.signal.throwIfAborted();
      const answer = await this.send(kind, number, webhookUrl).catch(() => undefined);
      if (answer?.status === 202) return answer.headers.get('x-job-id')!;
      // 409: an upload that a kill interrupted counts as arriving until its lease expires.
      if (answer && answer.status !== 409 && answer.status < 500)
        throw new Error(`${kind} answered ${answer.status} ${answer.bytes.toString()}`);
      await pause(50);
    }
  }

  /** Uploads a recording in an unsupported language. @returns the status, or undefined if there was no answer */
  async tryUpload(): Promise<number | undefined> {
    const response = await this.upload('none', 'https://127.0.0.1:8443/', {}).catch(() => undefined);
    return response?.status;
  }

  private send(kind: JobKind, number: number, webhookUrl: string): Promise<ApiAnswer<unknown>> {
    const headers = { 'idempotency-key': `job-${number}` };
    if (kind === 'transcribe') return this.upload('en', webhookUrl, headers);
    const text = `Sheet ${number} by person-${number}@chaos.example`;
    return this.api.post('job/anonymize', anAnonymization(webhookUrl, { text }), headers);
  }

  private upload(
    lang: string,
    webhookUrl: string,
    headers: Record<string, string>,
  ): Promise<ApiAnswer<unknown>> {
    const form = formOf({ lang, webhook_url: webhookUrl, file: aRecording(RECORDING) });
    return this.api.post('job/transcribe', form, headers);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
