import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { listen } from './listen';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingMessage['headers'];
  /** The body as it arrived, byte for byte, for checking its signature. */
  raw: string;
  body: Record<string, unknown>;
}

export type WebhookAnswer = number | { status: number; headers: Record<string, string> } | 'never';

export interface WebhookReceiver {
  /** An https URL on loopback. Add a path to distinguish webhooks. */
  url: string;
  /** The value for WEBHOOK_CA_FILE. */
  caFile: string;
  webhooks: ReceivedWebhook[];
  /** Returns the answer to each webhook. Tests replace it. `never` does not answer. */
  respond: (webhook: ReceivedWebhook) => WebhookAnswer | Promise<WebhookAnswer>;
  stop(): Promise<void>;
}

/** An HTTPS receiver on loopback that records every webhook. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-receiver-'));
  const caFile = join(folder, 'ca.pem');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  await writeFile(caFile, cert);
  const server = createServer({ key, cert }, (request, response) => void receive(request, response));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(request);
    const webhook = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) };
    receiver.webhooks.push(webhook);
    const answer = await receiver.respond(webhook);
    if (answer === 'never') return;
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    response.writeHead(status, headers).end();
  }

  const receiver: WebhookReceiver = {
    url: `https://127.0.0.1:${await listen(server)}`,
    caFile,
    webhooks: [],
    respond: () => 204,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return receiver;
}
