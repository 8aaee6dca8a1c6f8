import { setImmediate } from 'node:timers/promises';
import { MIMEType } from 'node:util';
import {
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { AppError, exceededBound, type JsonBounds } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { BodiesAtOnce } from './body-budget';
import { BOUNDS, WIDE_BOUNDS } from './json-bounds';

const KIB = 1024;
/** Buffered bytes of a streamed body: its form fields and its in-flight chunks. */
const STREAMED_BYTES = 2 * KIB * KIB;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The limit of a route's JSON body: bytes, or a name. */
type JsonKind = number | 'json' | 'text' | 'openai' | 'policy' | 'scim';
/** Bodies with more members and elements than usual. */
const WIDE: ReadonlySet<JsonKind> = new Set(['openai', 'policy', 'scim']);
/** `streamedBytes`: the route reads its body itself, and keeps at most so many bytes of it in memory. */
export type BodyKind = JsonKind | { streamedBytes: number };

export const BODY_KIND = 'http:body-kind';

/** Gives a route's JSON body another limit than 1 MiB. */
export const JsonBody = (kind: JsonKind) => SetMetadata(BODY_KIND, kind);

/** Marks a route that reads its body itself. @param streamedBytes how much of it is in memory at the same time */
export const StreamedBody = (streamedBytes = STREAMED_BYTES) =>
  SetMetadata(BODY_KIND, { streamedBytes } satisfies BodyKind);

const ALSO_TEXT = 'http:also-text';

/** Lets a route with a JSON body also read `text/plain` itself, as a stream. Its `@Body()` is empty then. */
export const AlsoText = () => SetMetadata(ALSO_TEXT, true);

export const BODY_OPTIONAL = 'http:body-optional';

/** Accepts a missing body as `{}`. Every other route with a `@Body()` refuses it. */
export const OptionalBody = () => SetMetadata(BODY_OPTIONAL, true);

/** Returns the maximum bytes of a JSON body. */
export function bytesOf(kind: JsonKind, { maxTextBytes }: Pick<JobsConfig, 'maxTextBytes'>): number {
  if (kind === 'json') return KIB * KIB;
  if (kind === 'text') return maxTextBytes + 64 * KIB;
  if (kind === 'policy' || kind === 'scim') return 8 * KIB * KIB;
  return kind === 'openai' ? 16 * KIB * KIB : kind;
}

export const bodyTooLarge = (limit: number): AppError =>
  new AppError('too_large', `The body is too large: at most ${limit} bytes are accepted`);

export const missingBody = (): AppError =>
  new AppError('bad_request', 'The body is missing: send a JSON object');

export const notJson = (): AppError =>
  new AppError('unsupported_media_type', 'Content-Type must be application/json');

export const invalidJson = (cause?: unknown): AppError =>
  new AppError('bad_request', 'The body is not valid JSON', {}, { cause });

/**
 * Reads JSON bodies after the guards, once memory is reserved for them. Requests without a token, over a limit or
 * without a grant are refused before their body is read (order of checks; contract: Jobs).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  /** By the most bytes that they read. */
  private readonly readers = new Map<number, RequestHandler>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(jobsConfig.KEY) private readonly jobs: JobsConfig,
    private readonly atOnce: BodiesAtOnce,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const declared = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    const kind = declared<BodyKind>(BODY_KIND) ?? 'json';
    const isText = declared(ALSO_TEXT) === true && request.is('text/plain') !== false;
    if (isText) await this.atOnce.hold(request, response, STREAMED_BYTES);
    if (isText) request.body = {};
    else if (typeof kind === 'object') await this.atOnce.hold(request, response, kind.streamedBytes);
    else {
      const mayHaveBody = hasBody(request) && !WITHOUT_BODY.has(request.method);
      const body = mayHaveBody ? await this.read(request, response, kind) : undefined;
      // The validation of `@Body()` refuses a body that is undefined.
      request.body = body ?? (declared(BODY_OPTIONAL) ? {} : undefined);
    }
    return next.handle();
  }

  /** Returns undefined for a body of no bytes, which a chunked request may have. */
  private async read(request: Request, response: Response, kind: JsonKind): Promise<object | undefined> {
    if (!request.is(['application/json', 'application/scim+json'])) throw notJson();
    const limit = bytesOf(kind, this.jobs);
    const held = await this.atOnce.hold(request, response, limit);
    await new Promise<void>((resolve, reject) => {
      this.reader(limit)(request, response, (error?: unknown) =>
        error ? reject(asAppError(error, limit)) : resolve(),
      );
    });
    // The reader sets no body if the client has disconnected.
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes)) throw new AppError('bad_request', 'The client disconnected');
    held?.shrinkTo(bytes.length);
    if (bytes.length === 0) return undefined;
    if (!isUtf8(request)) throw new AppError('unsupported_media_type', 'JSON must be encoded in UTF-8');
    const body = await parse(bytes, WIDE.has(kind) ? WIDE_BOUNDS : BOUNDS);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new AppError('bad_request', 'The body must be a JSON object');
    return body;
  }

  private reader(limit: number): RequestHandler {
    const known = this.readers.get(limit);
    if (known) return known;
    const reader = express.raw({ limit, type: () => true });
    this.readers.set(limit, reader);
    return reader;
  }
}

/** Parses a body in several turns of the event loop, because each step takes up to 100 ms for 16 MiB. */
async function parse(bytes: Buffer, bounds: JsonBounds): Promise<unknown> {
  await setImmediate();
  const exceeded = exceededBound(bytes, bounds);
  if (exceeded) throw new AppError('bad_request', tooMuch(exceeded, bounds));
  await setImmediate();
  const text = new TextDecoder().decode(bytes);
  await setImmediate();
  try {
    return JSON.parse(text, wellFormed);
  } catch (error) {
    throw invalidJson(error);
  }
}

/** Returns whether the Content-Type names UTF-8 or no encoding. */
export const isUtf8 = (request: Request): boolean => {
  const charset = new MIMEType(request.get('content-type') ?? '').params.get('charset') ?? 'utf-8';
  return /^utf-?8$/i.test(charset);
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Replaces a lone surrogate by U+FFFD (contract: Addresses and the envelope), and drops keys that would reach a
 * prototype.
 */
const wellFormed = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
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
      return bodyTooLarge(limit);
    case 'encoding.unsupported':
      return new AppError('unsupported_media_type', 'The body must be UTF-8, plain or gzip, deflate or br');
    default:
      return invalidJson(error);
  }
}
