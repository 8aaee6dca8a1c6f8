import * as http from 'node:http';
import * as https from 'node:https';
import { newId, VERSION, waitAtMost } from '@app/common';
import { toOtlp, type Span } from './otlp';

/** The maximum number of waiting spans; further ones are dropped. */
const MOST_WAITING = 4_096;
const BATCH = 512;
/** The delay in which spans are batched. */
const GATHER_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** The time for sending the remaining spans at shutdown. */
const CLOSE_MS = 2_000;

export interface SpanExporterOptions {
  /** The address of a collector that accepts OTLP over HTTP. */
  endpoint: string;
  /** The name of this program. */
  service: string;
  onDropped: (reason: 'full' | 'failed', count: number) => void;
}

/**
 * Sends spans to a collector in batches in the background. Each span is sent once. Spans that the collector refuses, or
 * that arrive faster than it accepts them, are dropped and counted.
 */
export class SpanExporter {
  private waiting: Span[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private readonly url: string;
  private readonly wire: typeof http | typeof https;
  private readonly agent: http.Agent;
  private readonly resource: Readonly<Record<string, string>>;

  constructor(private readonly options: SpanExporterOptions) {
    this.url = `${options.endpoint.replace(/\/$/, '')}/v1/traces`;
    this.wire = this.url.startsWith('https:') ? https : http;
    this.agent = new this.wire.Agent({ keepAlive: true });
    this.resource = {
      'service.name': `privacy-chat-${options.service}`,
      'service.version': VERSION,
      'service.instance.id': newId(),
    };
  }

  add(spans: readonly Span[]): void {
    const room = MOST_WAITING - this.waiting.length;
    this.waiting.push(...spans.slice(0, room));
    if (spans.length > room) this.options.onDropped('full', spans.length - room);
    if (!this.sending) this.timer ??= setTimeout(this.begin, GATHER_MS).unref();
  }

  /** Sends the waiting spans within the time that a shutdown allows. */
  async close(): Promise<void> {
    this.begin();
    await waitAtMost(CLOSE_MS, this.sending ?? Promise.resolve());
    this.agent.destroy();
  }

  private readonly begin = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
  };

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.send(batch);
      } catch {
        // The reason is not logged, because it is the collector's text. The metric informs the operator.
        this.options.onDropped('failed', batch.length);
      }
    }
  }

  /** Follows no redirects and uses no proxy, because the operator chose the address. */
  private send(batch: readonly Span[]): Promise<void> {
    const body = JSON.stringify(toOtlp(batch, this.resource));
    const headers = { 'content-type': 'application/json', 'user-agent': `privacy-chat/${VERSION}` };
    const { wire, agent, url } = this;
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const request = wire.request(url, { method: 'POST', headers, agent, signal }, (response) => {
        // The response is read to its end, so that the connection can be reused, and discarded.
        response.resume().once('error', reject);
        const { statusCode = 0 } = response;
        if (statusCode < 200 || statusCode > 299) reject(new Error(`The collector answered ${statusCode}`));
        else response.once('end', resolve);
      });
      request.once('error', reject);
      request.end(body);
    });
  }
}
