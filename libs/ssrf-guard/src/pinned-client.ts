import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Target } from './target';

/** Below the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4_000;

export interface PinnedRequest {
  target: Target;
  /** The checked address to connect to. The name is not resolved again. */
  address: string;
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  signal: AbortSignal;
}

/**
 * Calls a name at an address that was checked before. The name is used in `Host`, in SNI, and for verifying the
 * certificate. Follows no redirects and uses no proxy of the environment.
 *
 * Connections are kept by address and name, so a reused one leads to the checked address.
 */
export class PinnedClient {
  private readonly kept: Agents;
  private readonly fresh: Agents;

  /** @param ca certificates that are trusted in addition to the default ones, in PEM */
  constructor(ca?: string) {
    const trust = ca ? { ca: [...rootCertificates, ca] } : {};
    this.kept = agents({ ...trust, keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS });
    this.fresh = agents({ ...trust, keepAlive: false });
  }

  /**
   * @returns the answer as soon as its head has arrived; the caller must read or destroy its body
   * @throws the socket's or the signal's error
   */
  async send(request: PinnedRequest): Promise<IncomingMessage> {
    try {
      return await this.once(request, this.kept);
    } catch (error) {
      // The server had just closed the kept-alive connection, so the request is retried on a new one.
      if (error instanceof StaleConnection) return this.once(request, this.fresh);
      throw error;
    }
  }

  /** Closes idle connections. */
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
