import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { isAxiosError, type AxiosResponse } from 'axios';
import { VERSION } from '@app/common';
import { neverConnected } from './provider-failure';

/** A body that is sent as it is. */
export interface SentBody {
  bytes: string | Buffer;
  type: string;
}

export interface WireRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Default: POST with a body, and else GET */
  method?: 'DELETE';
  /** A stream has a length, and is sent once: its client keeps no connections alive. */
  body?: SentBody | { bytes: Readable; type: string; length: number };
  /** Aborts the request and its response. */
  signal: AbortSignal;
}

/**
 * Sent to every server. `identity`, because content codings would have to be decoded, and without this header a server
 * may choose any (RFC 9110, 12.5.3).
 */
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
  'user-agent': `privacy-chat/${VERSION}`,
};

/**
 * Sends HTTP requests on kept-alive connections. Follows no redirects and uses no proxy, because the operator chose the
 * address, and a proxy of the environment would see every prompt.
 */
export class HttpWire {
  private readonly agents;

  /** @param keepAlive false: each request has its own connection and is never sent again */
  constructor(keepAlive: boolean) {
    this.agents = { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }

  /**
   * Sends a request again if its kept-alive connection was closed while it was idle, because the server then has not
   * read the request (RFC 9112, section 9.3.1; Node's `request.reusedSocket`). The retries end, because each uses up
   * one connection. A server that ends at this moment may have read the request, so a retry that finds no server, or a
   * busy one, fails with the error of the first connection: no other server may then get the request.
   *
   * @returns the response as soon as its head has arrived, whatever its status
   */
  async send(request: WireRequest): Promise<IncomingMessage> {
    let closed: unknown;
    for (;;) {
      const sentAt = performance.now();
      let response: IncomingMessage;
      try {
        response = (await this.open(request)).data;
      } catch (error) {
        if (closed !== undefined && neverConnected(error)) throw closed;
        if (!wasClosedWhileIdle(error) || performance.now() - sentAt > CLOSED_WHILE_IDLE_MS) throw error;
        closed ??= error;
        continue;
      }
      if (closed === undefined || !BUSY.has(response.statusCode)) return response;
      response.destroy();
      throw closed;
    }
  }

  private open({ url, method, headers, body, signal }: WireRequest): Promise<AxiosResponse<IncomingMessage>> {
    return axios.request<IncomingMessage>({
      url,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...HEADERS,
        ...(body && { 'content-type': body.type }),
        ...(body && 'length' in body && { 'content-length': String(body.length) }),
        ...headers,
      },
      // Sent unchanged. By default the library would parse it again.
      data: body?.bytes,
      transformRequest: [],
      signal,
      responseType: 'stream',
      decompress: false,
      validateStatus: () => true,
      maxRedirects: 0,
      proxy: false,
      ...this.agents,
    });
  }
}

/** A connection that was closed while it was idle fails after one round trip; later, the server had the request. */
const CLOSED_WHILE_IDLE_MS = 1_000;

/** Statuses after which another server may get the request. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503, 529]);

const wasClosedWhileIdle = (error: unknown): boolean =>
  isAxiosError(error) &&
  error.response === undefined &&
  error.code === 'ECONNRESET' &&
  (error.request as ClientRequest | undefined)?.reusedSocket === true;
