import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { AppError } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { JSON_BODY, type JsonBodyOptions } from './json-body.decorator';
import { maxJsonDepth } from './max-json-depth';

const KIB = 1024;
const MAX_DEPTH = 32;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Reads JSON bodies after the guards, so that nobody without a token, over a limit or without a grant
 * makes the service read one (the order of checks of contract 9).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parsers = new Map<number, RequestHandler>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    const options = this.reflector.getAllAndOverride<JsonBodyOptions | 'streamed' | undefined>(JSON_BODY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (options !== 'streamed' && !WITHOUT_BODY.has(request.method)) {
      await this.read(request, context.switchToHttp().getResponse<Response>(), this.bytes(options?.limit));
    }
    return next.handle();
  }

  private bytes(limit: JsonBodyOptions['limit'] = KIB * KIB): number {
    if (limit === 'text') return this.jobs.maxTextBytes + 64 * KIB;
    return limit === 'openai' ? 16 * KIB * KIB : limit;
  }

  private async read(request: Request, response: Response, limit: number): Promise<void> {
    if (!hasBody(request)) {
      request.body = {};
      return;
    }
    if (!request.is('application/json'))
      throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
    await new Promise<void>((resolve, reject) => {
      this.parser(limit)(request, response, (error?: unknown) =>
        error ? reject(asAppError(error, limit)) : resolve(),
      );
    });
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      throw new AppError('bad_request', 'The body must be a JSON object');
  }

  private parser(limit: number): RequestHandler {
    const known = this.parsers.get(limit);
    if (known) return known;
    const parser = express.json({ limit, strict: false, reviver: wellFormed, verify: refuseDepth });
    this.parsers.set(limit, parser);
    return parser;
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A lone surrogate becomes U+FFFD (contract 1); a key that would reach a prototype is dropped. */
const wellFormed = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
};

function refuseDepth(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError('unsupported_media_type', 'JSON must be encoded in UTF-8');
  if (maxJsonDepth(body) > MAX_DEPTH)
    throw new AppError('bad_request', `The body must not be nested deeper than ${MAX_DEPTH} levels`);
}

function asAppError(error: unknown, limit: number): AppError {
  if (error instanceof AppError) return error;
  switch ((error as { type?: string }).type) {
    case 'entity.too.large':
      return new AppError('too_large', `The body is too large: at most ${limit} bytes are accepted`);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type', 'The body must be UTF-8, plain or gzip, deflate or br');
    default:
      return new AppError('bad_request', 'The body is not valid JSON', {}, { cause: error });
  }
}
