import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventually,
  startSpeechServer,
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type ReceivedWebhook,
  type TestSystem,
  type TestUser,
} from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller, type CallOptions } from '../support/api-client';

export const PERSON = 'Wilhelmine Brandstetter';
export const ADDRESS = 'w.brandstetter@firma.example';
export const NUMBER = '+49 30 901820';
export const LETTER = `Dear ${PERSON}, please write to ${ADDRESS} or call ${NUMBER}.`;
export const SPEECH = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface SceneCallOptions extends CallOptions {
  /** The caller. Default: the scene's user. `null`: no Authorization header. */
  user?: Caller | null;
}

/** The service and the servers that it calls, for suites that call it as a client does. */
export interface Scene {
  system: TestSystem;
  /** An admin, who has all rights of a member. */
  user: TestUser;
  /** A user of another organization, without grants. */
  stranger: TestUser;
  /** The prompts that the image server received. */
  imagePrompts: string[];
  webhookUrl: string;
  /** Calls a path below {ai_base}, or below the root if it begins with a slash. */
  call(method: string, path: string, options?: SceneCallOptions): Promise<ApiAnswer>;
  /** Waits for the webhook of a job. */
  webhook(jobId: string): Promise<ReceivedWebhook>;
  stop(): Promise<void>;
}

export async function startScene(): Promise<Scene> {
  const [receiver, speech, upstream] = await Promise.all([
    startWebhookReceiver(),
    startSpeechServer(),
    startUpstream(),
  ]);
  const imagePrompts: string[] = [];
  upstream.intercept = ({ path, body }, response) => {
    if (!/\/images\/(?:generations|edits)$/.test(path)) return false;
    if (path.endsWith('/generations')) imagePrompts.push((body as { prompt: string }).prompt);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ b64_json: PNG.toString('base64') }] }));
    return true;
  };
  const system = await startSystem({
    RATE_LIMITS: 'off',
    WEBHOOK_CA_FILE: receiver.caFile,
    TRANSCRIPTION_BASE_URL: speech.baseUrl,
    IMAGE_BASE_URL: upstream.baseUrl,
    LLM_PRICES: 'demo-echo=0.5/1.5 per 1M EUR',
    EMBEDDINGS: 'pseudonyms',
    // No test calls it.
    MCP_SERVERS: 'servers: [{ name: crm, url: http://127.0.0.1:9/mcp }]',
    JOB_SWEEP_INTERVAL: '1s',
    MAX_AUDIO_BYTES: '1MiB',
    MAX_UPLOAD_BYTES: '1MiB',
  });
  const user = await system.user({ role: 'admin' });
  return {
    system,
    user,
    stranger: await system.user({ grants: [] }),
    imagePrompts,
    webhookUrl: `${receiver.url}/hook`,
    call: (method, path, { user: caller = user, ...options } = {}) =>
      new ApiClient(system, caller ?? undefined).call(method, path, options),
    webhook: (jobId) =>
      eventually(() => {
        const found = receiver.webhooks.find(({ body }) => body.job_id === jobId);
        if (!found) throw new Error(`No webhook came for ${jobId}`);
        return found;
      }),
    stop: async () => {
      await system.stop();
      await Promise.all([receiver.stop(), speech.stop(), upstream.stop()]);
    },
  };
}
