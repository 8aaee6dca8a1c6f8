import type { SpeechServer, TestSystem, TestUser, Upstream, WebhookReceiver } from '@app/testing';
import { ApiClient } from '../api-client';
import type { Place } from './planted-search';
import type { Plants } from './plants';

export interface Call {
  method?: string;
  /** An object is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  user?: Pick<TestUser, 'authorization'> | null;
  signal?: AbortSignal;
}

/** The environment of a scenario: the programs, the servers around them, and the recorded answers. */
export class Stage {
  /** Headers of every answer, and bodies of failures. */
  readonly answers: Place[] = [];

  constructor(
    readonly system: TestSystem,
    readonly user: TestUser,
    readonly plants: Plants,
    readonly around: { upstream: Upstream; receiver: WebhookReceiver; speech: SpeechServer },
  ) {}

  /** @returns status and JSON body */
  async call<T = Record<string, never>>(path: string, call: Call = {}): Promise<{ status: number; body: T }> {
    const {
      method = call.body === undefined ? 'GET' : 'POST',
      body,
      headers = {},
      user = this.user,
      signal,
    } = call;
    const api = new ApiClient(this.system, user ?? undefined);
    const response = await api.send(method, path, { body, headers, signal });
    return { status: response.status, body: (await this.read(path, response)) as T };
  }

  /** Reads an answer to its end, and records the part that must not contain a planted value. */
  async read(path: string, response: Response): Promise<unknown> {
    const text = await response.text();
    const about = path.replace(/\?.*/, '').slice(0, 40);
    for (const [name, value] of response.headers)
      this.answers.push({ name: `header:${name} of ${about}`, content: value });
    if (response.status >= 400) this.answers.push({ name: `failure:${about}`, content: text });
    return text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
  }

  ai<T = Record<string, never>>(path: string, call: Call = {}) {
    return this.call<T>(`/ai/v1/${path}`, call);
  }

  idm<T = Record<string, never>>(path: string, body: unknown) {
    return this.call<T>(`/idm/v1/auth/${path}`, { body, user: null });
  }

  /** Returns a chat request with all required fields. */
  prompt(prompt: string, more: Record<string, unknown> = {}): Record<string, unknown> {
    const choices = ['Names', 'Emails', 'Phone'];
    return { lang: 'eng', prompt, choices, model: 'test-model', anonymized: true, ...more };
  }
}
