import type { TestSystem, TestUser } from '@app/testing';

export interface ApiAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The parsed JSON body; an empty object if the answer is not JSON. */
  body: T;
  /** The body as received. */
  bytes: Buffer;
}

export interface CallOptions {
  /** A string, form or buffer is sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

type Addresses = Pick<TestSystem, 'ai' | 'url'>;
export type Caller = Pick<TestUser, 'authorization'>;

/** Calls the api as a user's program, or without a token. */
export class ApiClient {
  constructor(
    private readonly system: Addresses,
    private readonly user?: Caller,
  ) {}

  /** Returns a client of an api at another address, such as a second api. */
  static at(base: string, user?: Caller): ApiClient {
    return new ApiClient(ApiClient.addresses(base), user);
  }

  static addresses(base: string): Addresses {
    return { url: (path) => base + path, ai: (path) => `${base}/ai/v1/${path}` };
  }

  get<T = Record<string, never>>(path: string, headers?: Record<string, string>): Promise<ApiAnswer<T>> {
    return this.call('GET', path, { ...(headers && { headers }) });
  }

  delete<T = Record<string, never>>(path: string): Promise<ApiAnswer<T>> {
    return this.call('DELETE', path);
  }

  post<T = Record<string, never>>(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<ApiAnswer<T>> {
    return this.call('POST', path, { body, headers, signal });
  }

  /** Uploads a document. */
  upload<T = { data: string }>(
    content: string | Uint8Array | FormData,
    fileName?: string,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    return this.post('upload', content, {
      ...(typeof content === 'string' && { 'content-type': 'text/plain' }),
      ...(fileName !== undefined && { 'file-name': encodeURIComponent(fileName) }),
      ...headers,
    });
  }

  /** @param path below {ai_base}, below the root if it begins with a slash, or a whole address such as a link */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<ApiAnswer<T>> {
    const response = await this.send(method, path, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /^application\/(?:scim\+)?json/.test(response.headers.get('content-type') ?? '');
    const body = (isJson ? JSON.parse(bytes.toString()) : {}) as T;
    return { status: response.status, headers: response.headers, body, bytes };
  }

  /** Sends a request and returns the response with an unread body. */
  send(method: string, path: string, { body, headers = {}, signal }: CallOptions = {}): Promise<Response> {
    const isRaw = body instanceof FormData || body instanceof Uint8Array || body instanceof ReadableStream;
    const payload = isRaw || typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(this.addressOf(path), {
      method,
      headers: {
        ...this.user?.authorization,
        ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload as string | FormData | Uint8Array<ArrayBuffer> }),
      ...(signal && { signal }),
    });
  }

  private addressOf(path: string): string {
    if (/^https?:/.test(path)) return path;
    return path.startsWith('/') ? this.system.url(path) : this.system.ai(path);
  }
}
