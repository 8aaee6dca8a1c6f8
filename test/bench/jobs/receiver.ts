import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Longer than a sender pauses between two rounds: the bare pipeline does not retry on a closed connection. */
export const KEEP_ALIVE_MS = 75_000;

/** A receiver over plain HTTP that accepts every webhook and records its time. */
export class Receiver {
  /** By job id, the clock of `performance.now()`. */
  readonly arrivals = new Map<string, number>();
  url = '';
  private readonly server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => void this.receive(request, response),
  );

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Resolves with the time at which `count` webhooks had arrived. */
  async until(count: number): Promise<number> {
    await this.wait(() => this.arrivals.size, count);
    return [...this.arrivals.values()].sort((a, b) => a - b)[count - 1]!;
  }

  /** Resolves when the webhooks of these jobs have arrived, ignoring others. */
  async untilAll(jobIds: readonly string[]): Promise<void> {
    await this.wait(() => jobIds.filter((id) => this.arrivals.has(id)).length, jobIds.length);
  }

  private async wait(arrived: () => number, count: number): Promise<void> {
    let last = { count: -1, at: performance.now() };
    for (let now = arrived(); now < count; now = arrived()) {
      if (now !== last.count) last = { count: now, at: performance.now() };
      if (performance.now() - last.at > 60_000) throw new Error(`${now} of ${count} arrived`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { job_id: jobId } = JSON.parse(await text(request)) as { job_id: string };
    if (!this.arrivals.has(jobId)) this.arrivals.set(jobId, performance.now());
    response.writeHead(204).end();
  }

  forget(): void {
    this.arrivals.clear();
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
