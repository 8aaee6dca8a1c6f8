import { once } from 'node:events';
import type { Response } from 'express';

const COMMENT_EVERY_MS = 15_000;

/** Sends server-sent events to one client (WHATWG HTML, section 9.2), no faster than it reads. */
export class EventStream {
  private readonly comments: NodeJS.Timeout;

  /** @param timeoutMs how long the client may take to read what was sent */
  constructor(
    private readonly response: Response,
    private readonly timeoutMs: number,
  ) {
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    // Proxies close connections that are idle for long.
    this.comments = setInterval(() => response.write(':\n\n'), COMMENT_EVERY_MS);
    response.once('close', () => clearInterval(this.comments));
  }

  /** @param name absent for an event without one, as OpenAI sends them */
  async send(data: unknown, name?: string): Promise<void> {
    await this.write(`${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
  }

  async write(text: string): Promise<void> {
    if (this.response.destroyed || this.response.write(text)) return;
    const settled = new AbortController();
    const slow = setTimeout(() => this.response.destroy(), this.timeoutMs);
    await Promise.race([
      once(this.response, 'drain', { signal: settled.signal }),
      once(this.response, 'close', { signal: settled.signal }),
    ]);
    clearTimeout(slow);
    settled.abort();
  }

  end(): void {
    clearInterval(this.comments);
    this.response.end();
  }
}
