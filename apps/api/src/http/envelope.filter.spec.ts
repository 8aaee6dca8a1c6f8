import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import {
  BadRequestException,
  Body,
  Controller,
  Get,
  HttpException,
  Post,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { IsString } from 'class-validator';
import type { Request, Response } from 'express';
import { AppError, invalid } from '@app/common';
import { serve, type Served } from '../../testing/serve';
import { bodyOf } from './body-of';
import { ClientGone } from './client-gone.decorator';
import { JsonBody, StreamedBody } from './json-body.interceptor';
import { sendStream } from './send-stream';

class LetterDto {
  @IsString() text!: string;
}

const SECRET = 'Hans Müller';
const FAILURES: Record<string, () => unknown> = {
  own: () => new AppError('gone', 'The result was deleted'),
  field: () => invalid('expiresAt', 'must be in the future'),
  retry: () => new AppError('unavailable', 'later', { retryAfterS: 4.2, promptSent: false }),
  setting: () => new AppError('not_configured', 'Set OIDC_ISSUER'),
  bug: () => new TypeError(`cannot read ${SECRET}`),
  text: () => SECRET,
  nothing: () => undefined,
  database: () => Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' }),
  nest: () => new BadRequestException(SECRET),
  teapot: () => new HttpException(SECRET, 418),
};
/** Signals that a client has gone, by the request that noticed it. */
let gone: AbortSignal | undefined;
let begun: (() => void) | undefined;
let broken: Promise<unknown> | undefined;

@Controller()
class Letters {
  @Get('fail/:how')
  fail(@Req() { params }: Request): never {
    throw FAILURES[params.how as string]!();
  }

  @Post('letter')
  letter(@Body() body: LetterDto): object {
    return body;
  }

  @Post('short')
  @JsonBody(64)
  short(@Body() body: object): object {
    return body;
  }

  @Post('upload')
  @StreamedBody()
  async upload(@Req() request: Request): Promise<object> {
    let bytes = 0;
    for await (const piece of bodyOf(request) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > 1_000) throw new AppError('too_large', 'at most 1000 bytes');
    }
    return { bytes };
  }

  @Post('wait')
  @StreamedBody()
  async wait(@Req() request: Request): Promise<void> {
    const body = bodyOf(request);
    begun!();
    broken = body.toArray();
    await broken;
  }

  @Get('stream')
  async stream(@Res() response: Response): Promise<void> {
    async function* pieces(): AsyncGenerator<string, void, void> {
      yield 'the beginning ';
      throw new AppError('internal', 'the rest is lost');
    }
    await sendStream(Readable.from(pieces()), response);
  }

  @Get('whole')
  async whole(@Res() response: Response): Promise<void> {
    await sendStream(Readable.from(['a', 'b']), response);
  }

  @Get('watched')
  async watched(@ClientGone() signal: AbortSignal): Promise<void> {
    gone = signal;
    begun!();
    await once(signal, 'abort');
  }

  @Get('answered')
  answered(@ClientGone() signal: AbortSignal): StreamableFile {
    gone = signal;
    return new StreamableFile(Buffer.from('x'));
  }
}

describe('a failure of a request', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ controllers: [Letters] });
  });
  beforeEach(() => {
    served.logged.length = 0;
    gone = undefined;
  });
  afterAll(async () => {
    served.app.getHttpServer().closeAllConnections();
    await served.close();
  });

  it.each([
    ['own', 410, 'gone', 'The result was deleted'],
    ['setting', 503, 'not_configured', 'Set OIDC_ISSUER'],
    ['nest', 400, 'bad_request', 'The request is malformed'],
    ['teapot', 400, 'bad_request', 'The request is malformed'],
    ['bug', 500, 'internal', 'Something went wrong on our side; the request id finds it in the log'],
    ['text', 500, 'internal', 'Something went wrong on our side; the request id finds it in the log'],
    ['nothing', 500, 'internal', 'Something went wrong on our side; the request id finds it in the log'],
    ['database', 503, 'unavailable', 'The service cannot reach its database; try again in a few seconds'],
  ])('is an envelope without the words of others: %s', async (how, status, code, message) => {
    const answer = await served.ask(`fail/${how}`);
    expect(answer.json).toEqual({ success: false, message, response_code: status, code });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-error-code')).toBe(code);
    expect(answer.text).not.toContain(SECRET);
  });

  it.each([
    ['own', 0],
    ['field', 0],
    ['nest', 0],
    ['bug', 1],
    ['database', 1],
    ['retry', 1],
  ])('is logged only if it is of the service: %s', async (how, times) => {
    await served.ask(`fail/${how}`);
    expect(served.logged).toHaveLength(times);
  });

  it('names its fields as the interface does', async () => {
    expect((await served.ask('fail/field')).json).toMatchObject({
      message: 'expires_at must be in the future',
      errors: [{ field: 'expires_at', message: 'must be in the future' }],
    });
    expect((await served.post('letter', { text: 7 })).json).toMatchObject({
      response_code: 400,
      errors: [{ field: 'text', message: 'must be a string' }],
    });
  });

  it('has the headers by which clients try again', async () => {
    const { headers } = await served.ask('fail/retry');
    expect([headers.get('retry-after'), headers.get('x-prompt-sent')]).toEqual(['5', 'false']);
  });

  it.each([
    ['JSON', 'short'],
    ['a stream', 'upload'],
  ])('is read at once by a client that sends all of a body that is too large: %s', async (_, path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await served.ask(path, { method: 'POST', headers, body: 'x'.repeat(3_000_000) });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([413, 'too_large']);
  });

  it('does not concern a body of the most bytes', async () => {
    const answer = await served.ask('upload', { method: 'POST', body: 'x'.repeat(1_000) });
    expect(answer.json).toEqual({ bytes: 1_000 });
  });

  it('breaks an answer that has begun, so that it is not taken for whole', async () => {
    const response = await fetch(`${served.url}/stream`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await served.ask('whole')).text).toBe('ab');
  });

  it('of an upload that the client aborts ends its reader', async () => {
    const started = new Promise<void>((resolve) => (begun = resolve));
    const { port } = new URL(served.url);
    const headers = { 'content-length': 100 };
    const asked = httpRequest({ port, host: '127.0.0.1', path: '/ai/v1/wait', method: 'POST', headers });
    asked.on('error', () => undefined).write('x');
    await started;
    asked.destroy();
    await expect(broken).rejects.toMatchObject({ code: 'bad_request', message: 'The upload was aborted' });
  });

  it('is reported to the work for a client that disconnects', async () => {
    const started = new Promise<void>((resolve) => (begun = resolve));
    const client = new AbortController();
    const asked = fetch(`${served.url}/watched`, { signal: client.signal });
    await started;
    expect(gone!.aborted).toBe(false);
    const aborted = once(gone!, 'abort');
    client.abort();
    await expect(asked).rejects.toThrow();
    await aborted;
    expect(gone!.reason).toMatchObject({ code: 'bad_request', message: 'The client disconnected' });
  });

  it('is not reported once the answer is complete', async () => {
    await served.ask('answered');
    expect(gone!.aborted).toBe(false);
  });
});
