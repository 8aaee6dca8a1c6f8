import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { VERSION } from '@app/common';

export interface WireRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON; absent: a GET. */
  body?: string;
  /** Ends the request, and the response with it. */
  signal: AbortSignal;
}

/** What is asked of every server; codings would have to be undone, and RFC 9110 (12.5.3) takes none named for any. */
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
  'user-agent': `privacy-chat/${VERSION}`,
};

/**
 * HTTP requests on kept connections. Follows no redirect and knows no proxy: the address is the operator's own choice,
 * and a proxy from the environment would silently see every prompt.
 */
export class HttpWire {
  private readonly http = new HttpAgent({ keepAlive: true });
  private readonly https = new HttpsAgent({ keepAlive: true });

  /**
   * Sends again where a kept connection turned out to have been closed while it was idle: the server had not read the
   * request (RFC 9112, section 9.3.1; Node's `request.reusedSocket`). Ends, since each such try uses up one connection.
   *
   * @returns the response as soon as its head is there, whatever its status
   */
  async send(request: WireRequest): Promise<IncomingMessage> {
    for (;;) {
      const sent = this.open(request);
      try {
        return await answered(sent);
      } catch (error) {
        if (!sent.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      }
    }
  }

  private open({ url, headers, body, signal }: WireRequest): ClientRequest {
    const options = { headers: { ...HEADERS, ...headers }, signal };
    const sent = url.startsWith('https:')
      ? httpsRequest(url, { ...options, method: method(body), agent: this.https })
      : httpRequest(url, { ...options, method: method(body), agent: this.http });
    if (body === undefined) return sent.end();
    return sent
      .setHeader('content-type', 'application/json')
      .setHeader('content-length', Buffer.byteLength(body))
      .end(body);
  }
}

const method = (body: string | undefined): 'GET' | 'POST' => (body === undefined ? 'GET' : 'POST');

/** The listener for errors stays: after the head they are the reader's, who sees them on the response. */
const answered = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.once('response', resolve).on('error', reject));
