import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Target } from './target';

/** Below the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4_000;

export interface PinnedRequest {
  target: Target;
  /** The address that was checked. It is the one that is connected to; the name is not looked up again. */
  address: string;
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  signal: AbortSignal;
}

/**
 * Calls a name at an address that was checked before. The name stands in `Host`, in SNI, and is what the
 * certificate must carry. Redirects are not followed, and no proxy of the environment is used.
 *
 * Connections are kept, by address and name: one that is used again leads to the very address that was checked.
 */
export class PinnedClient {
  private readonly kept: Agents;
  private readonly fresh: Agents;

  /** @param ca certificates that are trusted beside the usual ones, in PEM */
  constructor(ca?: string) {
    const trust = ca ? { ca: [...rootCertificates, ca] } : {};
    this.kept = agents({ ...trust, keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS });
    this.fresh = agents({ ...trust, keepAlive: false });
  }

  /**
   * @returns the answer as soon as its head is there; the caller reads or destroys its body
   * @throws the socket's or the signal's error
   */
  async send(request: PinnedRequest): Promise<IncomingMessage> {
    try {
      return await this.once(request, this.kept);
    } catch (error) {
      // A kept connection that its other end had just closed: nothing was wrong, so once more on a new one.
      if (error instanceof StaleConnection) return this.once(request, this.fresh);
      throw error;
    }
  }

  /** Closes the connections that are kept. */
  close(): void {
    for (const { http, https } of [this.kept, this.fresh]) {
      http.destroy();
      https.destroy();
    }
  }

  private once({ target, address, method, headers, body, signal }: PinnedRequest, agents: Agents) {
    const { url, host, port } = target;
    const secure = url.protocol === 'https:';
    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = (secure ? https : http).request({
        host: address,
        port,
        method,
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, ...(body && { 'content-length': body.length }) },
        ...(secure && { servername: isIP(host) ? '' : host }),
        agent: secure ? agents.https : agents.http,
        signal,
      });
      request.once('response', resolve);
      request.once('error', (error: NodeJS.ErrnoException) =>
        reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
      );
      request.end(body);
    });
  }
}

interface Agents {
  http: http.Agent;
  https: https.Agent;
}

const agents = (options: https.AgentOptions): Agents => ({
  http: new http.Agent(options),
  https: new https.Agent(options),
});

class StaleConnection extends Error {}
