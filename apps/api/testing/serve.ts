import { Module, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, NestFactory, RouterModule } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { httpConfig, jobsConfig, type HttpConfig, type JobsConfig } from '@app/config';
import { Log } from '@app/observability';
import { BodiesAtOnce } from '../src/http/body-budget';
import { EnvelopeFilter } from '../src/http/envelope.filter';
import { JsonBodyInterceptor } from '../src/http/json-body.interceptor';
import { requestValidation } from '../src/http/request-validation';

const MIB = 1024 ** 2;
/** The settings that the frame of the api reads. */
export const HTTP = {
  publicBaseUrl: 'https://chat.company.example',
  aiBasePath: '/ai/v1',
  idmBasePath: '/idm/v1',
  adminBasePath: '/admin/v1',
  clientTimeoutMs: 30_000,
  maxPromptBytes: 1_000,
  maxBodiesAtOnce: 256 * MIB,
  maxUserBodiesAtOnce: 64 * MIB,
} as HttpConfig;
export const JOBS = { maxTextBytes: 5 * MIB } as JobsConfig;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

export interface Served {
  url: string;
  app: NestExpressApplication;
  /** The failures that were logged as the service's own. */
  logged: unknown[];
  ask(path: string, init?: RequestInit): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Serves controllers on loopback with the frame of the api: it reads and validates bodies and renders failures.
 *
 * @param parts `user`: the caller of each request, as a guard would set it
 */
export async function serve(parts: {
  controllers: readonly Type[];
  providers?: readonly Provider[];
  user?: object;
  prefix?: string;
}): Promise<Served> {
  const logged: unknown[] = [];
  const log = { error: (_event: string, error: unknown) => logged.push(error) };
  @Module({
    controllers: [...parts.controllers],
    providers: [
      { provide: httpConfig.KEY, useValue: HTTP },
      { provide: jobsConfig.KEY, useValue: JOBS },
      { provide: Log, useValue: log },
      BodiesAtOnce,
      { provide: APP_FILTER, useClass: EnvelopeFilter },
      { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
      { provide: APP_PIPE, useValue: requestValidation },
      ...(parts.providers ?? []),
    ],
  })
  class Endpoints {}
  const path = parts.prefix ?? HTTP.aiBasePath;
  @Module({ imports: [Endpoints, RouterModule.register([{ path, module: Endpoints }])] })
  class ServedModule {}
  const app = await NestFactory.create<NestExpressApplication>(ServedModule, {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  app.set('query parser', 'simple');
  app.use((request: Request, _response: Response, next: NextFunction) => {
    if (parts.user) Object.assign(request, { user: parts.user });
    next();
  });
  await app.listen(0, '127.0.0.1');
  const url = `${await app.getUrl()}${path}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${url}/${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    url,
    app,
    logged,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    close: () => app.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: tests read the text.
  }
}
