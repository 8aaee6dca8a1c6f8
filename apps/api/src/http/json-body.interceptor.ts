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
import { BodiesAtOnce } from './bodies-at-once';
import { JSON_BODY, type JsonBodyOptions } from './json-body.decorator';
import { BOUNDS, exceededBound, OPENAI_BOUNDS, type JsonBounds } from './json-bounds';

const KIB = 1024;
/** Of a body that is handed on while it comes: its form's fields, and what waits on the way. */
const STREAMED_BYTES = 2 * KIB * KIB;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Measured extends Request {
  /** Of its body, unpacked. */
  bodyBytes?: number;
}

/**
 * Reads JSON bodies after the guards, so that nobody without a token, over a limit or without a grant
 * makes the service read one (the order of checks; contract: Jobs), and as soon as there is room for them.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parsers = new Map<JsonBodyOptions['limit'], RequestHandler>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly atOnce: BodiesAtOnce,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Measured>();
    const response = context.switchToHttp().getResponse<Response>();
    const options = this.reflector.getAllAndOverride<JsonBodyOptions | 'streamed' | undefined>(JSON_BODY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (options === 'streamed') await this.atOnce.hold(request, response, STREAMED_BYTES);
    else if (!WITHOUT_BODY.has(request.method))
      await this.read(request, response, options?.limit ?? KIB * KIB);
    return next.handle();
  }

  private bytes(limit: JsonBodyOptions['limit']): number {
    if (limit === 'text') return this.jobs.maxTextBytes + 64 * KIB;
    return limit === 'openai' ? 16 * KIB * KIB : limit;
  }

  private async read(request: Measured, response: Response, limit: JsonBodyOptions['limit']): Promise<void> {
    if (!hasBody(request)) {
      request.body = {};
      return;
    }
    if (!request.is('application/json'))
      throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
    const held = await this.atOnce.hold(request, response, this.bytes(limit));
    await new Promise<void>((resolve, reject) => {
      this.parser(limit)(request, response, (error?: unknown) =>
        error ? reject(asAppError(error, this.bytes(limit))) : resolve(),
      );
    });
    held?.shrinkTo(request.bodyBytes ?? 0);
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      throw new AppError('bad_request', 'The body must be a JSON object');
  }

  private parser(limit: JsonBodyOptions['limit']): RequestHandler {
    const known = this.parsers.get(limit);
    if (known) return known;
    const parser = express.json({
      limit: this.bytes(limit),
      strict: false,
      reviver: wellFormed,
      verify: refuseBeyond(limit === 'openai' ? OPENAI_BOUNDS : BOUNDS),
    });
    this.parsers.set(limit, parser);
    return parser;
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A lone surrogate becomes U+FFFD (contract: Addresses and the envelope); a key that would reach a prototype is dropped. */
const wellFormed = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
};

const refuseBeyond =
  (bounds: JsonBounds) =>
  (request: Measured, _response: unknown, body: Buffer, encoding: string): void => {
    request.bodyBytes = body.length;
    if (encoding !== 'utf-8') throw new AppError('unsupported_media_type', 'JSON must be encoded in UTF-8');
    const exceeded = exceededBound(body, bounds);
    if (exceeded) throw new AppError('bad_request', tooMuch(exceeded, bounds));
  };

const tooMuch = (exceeded: keyof JsonBounds, { depth, members, entries }: JsonBounds): string =>
  ({
    depth: `The body must not be nested deeper than ${depth} levels`,
    members: `No object of the body may have more than ${members} members`,
    entries: `The body must not have more than ${entries} members and elements in all`,
  })[exceeded];

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
