import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The behavior of a receiver and the expected state of its deliveries. */
export const BEHAVIOURS = {
  good: 'delivered',
  flaky: 'delivered',
  slow: 'delivered',
  busy: 'delivered',
  gone: 'gone',
  redirect: 'exhausted',
  reset: 'exhausted',
  never: 'exhausted',
} as const;
export type Behaviour = keyof typeof BEHAVIOURS;
export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS) as Behaviour[];

export interface Received {
  behaviour: Behaviour;
  webhookId: string;
  body: { job_id: string; status: string; anonymized_text?: string; transcript?: string };
}

/** One receiver for each behavior, each on its own host: 127.0.0.1, 127.0.0.2, and so on. */
export class Receivers {
  readonly received: Received[] = [];
  private readonly calls = new Map<string, number>();
  private readonly server: Server = createServer(
    (request, response) => void this.receive(request, response).catch(() => response.destroy()),
  );
  private port = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '0.0.0.0', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  byJob(): Map<string, Received[]> {
    const jobs = new Map<string, Received[]>();
    for (const webhook of this.received) {
      const known = jobs.get(webhook.body.job_id);
      if (known) known.push(webhook);
      else jobs.set(webhook.body.job_id, [webhook]);
    }
    return jobs;
  }

  url(behaviour: Behaviour): string {
    return `http://127.0.0.${BEHAVIOUR_NAMES.indexOf(behaviour) + 1}:${this.port}/${behaviour}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const behaviour = request.url!.slice(1) as Behaviour;
    const body = JSON.parse(await text(request)) as Received['body'];
    const call = (this.calls.get(body.job_id) ?? 0) + 1;
    this.calls.set(body.job_id, call);
    this.received.push({ behaviour, webhookId: String(request.headers['webhook-id']), body });
    switch (behaviour) {
      case 'good':
        return void response.writeHead(200).end('thank you');
      case 'flaky':
        return void response.writeHead(call < 3 ? 500 : 204).end();
      case 'slow':
        return void setTimeout(() => response.writeHead(200).end(), 300);
      case 'busy':
        return void response.writeHead(call < 2 ? 429 : 200, { 'retry-after': '1' }).end();
      case 'gone':
        return void response.writeHead(410).end();
      case 'redirect':
        return void response.writeHead(302, { location: this.url('good') }).end();
      case 'reset':
        return void request.socket.resetAndDestroy();
      case 'never':
    }
  }
}
