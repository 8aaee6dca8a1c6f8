import {
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type TestSystem,
  type TestUser,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from './api-client';
import { sendPrompt } from './chat';
import { accepted, JobClient } from './jobs';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One resource of every kind that a user can have. */
export interface Belongings {
  chatId: string;
  prompt: string;
  documentId: string;
  fileName: string;
  imageUrl: string;
  jobId: string;
}

export interface RunningSystem {
  system: TestSystem;
  upstream: Upstream;
  receiver: WebhookReceiver;
  /** Creates a chat of two turns, the second an image, with a document, and a finished, delivered job. */
  furnish(user: TestUser): Promise<Belongings>;
  stop(): Promise<void>;
}

/**
 * Starts api and worker with every source of user data configured.
 *
 * @param under a command with its arguments that runs every program
 * @param programs which of the two start immediately
 */
export async function startRunningSystem(
  env: Record<string, string> = {},
  under: readonly string[] = [],
  programs?: readonly ('api' | 'worker')[],
): Promise<RunningSystem> {
  const upstream = await startUpstream();
  upstream.intercept = ({ path }, response) => {
    if (!path.endsWith('/images/generations')) return false;
    const body = { data: [{ b64_json: PNG.toString('base64') }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  };
  const receiver = await startWebhookReceiver();
  const settings = {
    LLM_BASE_URL: upstream.baseUrl,
    IMAGE_BASE_URL: upstream.baseUrl,
    WEBHOOK_CA_FILE: receiver.caFile,
    JOB_SWEEP_INTERVAL: '500ms',
    RATE_LIMITS: 'off',
    ...env,
  };
  const system = await startSystem(settings, programs, undefined, under);

  async function furnish(user: TestUser): Promise<Belongings> {
    const api = new ApiClient(system, user);
    const prompt = 'Write to Hans Müller, hans.mueller@firma.de, about the notice period.';
    const fileName = 'Vertrag Lehmann.txt';
    const documentId = await upload(api, fileName, 'The notice period is three months.');
    const { body: chat } = await sendPrompt(api, prompt, { doc: documentId });
    const image = await api.post<{ image_url: string }>('generate-image', {
      prompt: 'A portrait of Hans Müller',
      chat_id: chat.session_id,
    });
    const jobs = new JobClient(api, receiver);
    const jobId = await accepted(jobs.anonymize({ text: 'Call Anna Schmidt.' }));
    await jobs.deliveryIs(jobId, 'delivered');
    return { chatId: chat.session_id, prompt, documentId, fileName, imageUrl: image.body.image_url, jobId };
  }

  return {
    system,
    upstream,
    receiver,
    furnish,
    stop: async () => {
      await system.stop();
      await upstream.stop();
      await receiver.stop();
    },
  };
}

/** @returns the document's id */
export async function upload(api: ApiClient, fileName: string, text: string): Promise<string> {
  const { status, body } = await api.upload(text, fileName);
  if (status !== 200) throw new Error(`Upload answered ${status}`);
  return body.data;
}
