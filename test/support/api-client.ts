import type { TestSystem, TestUser } from '@app/testing';

export interface ApiAnswer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the api as a user's program would: JSON out, JSON in. */
export class ApiClient {
  constructor(
    private readonly system: Pick<TestSystem, 'ai'>,
    private readonly user: Pick<TestUser, 'authorization'>,
  ) {}

  get<T = Record<string, never>>(path: string): Promise<ApiAnswer<T>> {
    return this.call('GET', path);
  }

  delete<T = Record<string, never>>(path: string): Promise<ApiAnswer<T>> {
    return this.call('DELETE', path);
  }

  post<T = Record<string, never>>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<ApiAnswer<T>> {
    return this.call('POST', path, { body, headers, signal });
  }

  private async call<T>(
    method: string,
    path: string,
    {
      body,
      headers = {},
      signal,
    }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(this.system.ai(path), {
      method,
      headers: { ...this.user.authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }
}
