import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { isAxiosError, type AxiosResponse } from 'axios';
import { VERSION } from '@app/common';

export interface WireRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Absent: a GET. */
  body?: { bytes: string | Buffer; type: string };
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
 * HTTP requests, on kept connections. Follows no redirect and knows no proxy: the address is the operator's own choice,
 * and a proxy from the environment would silently see every prompt.
 */
export class HttpWire {
  private readonly agents;

  /** @param keepAlive false: each request has a connection of its own, and is never sent again */
  constructor(keepAlive: boolean) {
    this.agents = { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }

  /**
   * Sends again where a kept connection turned out to have been closed while it was idle: the server had not read the
   * request (RFC 9112, section 9.3.1; Node's `request.reusedSocket`). Ends, since each such try uses up one connection.
   *
   * @returns the response as soon as its head is there, whatever its status
   */
  async send(request: WireRequest): Promise<IncomingMessage> {
    for (;;) {
      try {
        return (await this.open(request)).data;
      } catch (error) {
        if (!wasClosedWhileIdle(error)) throw error;
      }
    }
  }

  private open({ url, headers, body, signal }: WireRequest): Promise<AxiosResponse<IncomingMessage>> {
    return axios.request<IncomingMessage>({
      url,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...HEADERS, ...(body && { 'content-type': body.type }), ...headers },
      // As it is: by default it would be parsed once more.
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

const wasClosedWhileIdle = (error: unknown): boolean =>
  isAxiosError(error) &&
  error.response === undefined &&
  error.code === 'ECONNRESET' &&
  (error.request as ClientRequest | undefined)?.reusedSocket === true;
