import type { TestSystem, TestUser } from '@app/testing';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface CallOptions {
  /** An object goes as JSON. */
  body?: object | string;
  headers?: Record<string, string>;
  /** Whose token is sent; none where it is absent. */
  user?: Pick<TestUser, 'authorization'>;
}

/** @param path below {ai_base}, or from the root where it begins with a slash */
export async function callApi(
  system: Pick<TestSystem, 'ai' | 'url'>,
  method: string,
  path: string,
  { body, headers = {}, user }: CallOptions = {},
): Promise<Answer> {
  const payload = payloadOf(body);
  const response = await fetch(path.startsWith('/') ? system.url(path) : system.ai(path), {
    method,
    headers: {
      ...user?.authorization,
      ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answered = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, body: answered };
}

const payloadOf = (body: object | string | undefined): string | FormData | undefined =>
  body === undefined || typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
