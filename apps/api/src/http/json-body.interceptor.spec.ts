import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { newId } from '@app/common';
import { serve, type Served } from '../../testing/serve';
import { AlsoText, bytesOf, JsonBody, OptionalBody, StreamedBody } from './json-body.interceptor';

class LetterDto {
  @IsOptional() @IsString() text?: string;
}

@Controller()
class Letters {
  @Post('letter')
  @HttpCode(200)
  letter(@Body() body: LetterDto): object {
    return body;
  }

  @Post('raw')
  @HttpCode(200)
  raw(@Body() body: object): object {
    return body;
  }

  @Post('short')
  @HttpCode(200)
  @JsonBody(64)
  short(@Body() body: object): object {
    return body;
  }

  @Post('wide')
  @HttpCode(200)
  @JsonBody('openai')
  wide(@Body() body: object): object {
    return { entries: Object.keys(body).length };
  }

  @Post('optional')
  @HttpCode(200)
  @OptionalBody()
  optional(@Body() body: LetterDto): object {
    return { body };
  }

  @Post('text')
  @HttpCode(200)
  @AlsoText()
  text(@Body() body: object, @Req() request: Request): object {
    return { body, isRead: request.readableEnded };
  }

  @Post('stream')
  @HttpCode(200)
  @StreamedBody()
  stream(@Req() request: Request): object {
    return { body: request.body ?? null, isRead: request.readableEnded };
  }

  @Get('none')
  none(@Req() request: Request): object {
    return { body: request.body ?? null };
  }
}

describe('a JSON body', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ controllers: [Letters], user: { userId: newId() } });
  });
  afterAll(() => served.close());

  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    served.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return `${status} ${(json as { message: string }).message}`;
  };
  const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const members = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 0])));

  it.each([
    ['{"text":"Grüße"}', { text: 'Grüße' }],
    ['{}', {}],
    [' \r\n{"text" : "a"} ', { text: 'a' }],
    ['\ufeff{"text":"a"}', { text: 'a' }],
    ['{"text":"a","text":"b"}', { text: 'b' }],
    ['{"text":"\\u0000"}', { text: '\0' }],
    ['{"text":"a","unknown":{"deep":[1]}}', { text: 'a' }],
  ])('is read: %j', async (body, expected) => {
    expect((await send('letter', body)).json).toEqual(expected);
  });

  it.each([
    ['\\ud83d', '\ufffd'],
    ['a\\udc00b', 'a\ufffdb'],
    ['\\ud83d\\ude00', '😀'],
  ])('has U+FFFD in place of a lone surrogate: %s', async (written, expected) => {
    expect((await send('letter', `{"text":"${written}"}`)).json).toEqual({ text: expected });
  });

  it('has U+FFFD in place of bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    expect((await send('letter', body)).json).toEqual({ text: '\ufffd\ufffd' });
  });

  it('reaches no prototype by the names of its members', async () => {
    const body =
      '{"__proto__":{"text":"x"},"a":{"__proto__":{"b":1},"\\u005f_proto__":2},"constructor":{"c":1}}';
    const { text } = await send('raw', body);
    expect(text).toBe('{"a":{},"constructor":{"c":1}}');
    expect(({} as { text?: string }).text).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read in %s', async (encoding, pack) => {
    const packed = pack('{"text":"a"}');
    expect((await send('letter', packed, { 'content-encoding': encoding })).json).toEqual({ text: 'a' });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF8',
    'application/scim+json',
  ])('is read as %s', async (type) => {
    expect((await send('letter', '{"text":"a"}', { 'content-type': type })).json).toEqual({ text: 'a' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'json',
    'multipart/form-data; boundary=b',
  ])('is refused as %s', async (type) => {
    expect(await refused(send('letter', '{"text":"a"}', { 'content-type': type }))).toBe(
      '415 Content-Type must be application/json',
    );
  });

  it('is refused in other encodings of characters and contents', async () => {
    const latin1 = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect(await refused(send('letter', '{"text":"a"}', latin1))).toBe('415 JSON must be encoded in UTF-8');
    expect(await refused(send('letter', '{"text":"a"}', { 'content-encoding': 'compress' }))).toBe(
      '415 The body must be UTF-8, plain or gzip, deflate or br',
    );
  });

  it.each([
    '{',
    '{"text":}',
    "{'text':'a'}",
    '{"text":"a"}}',
    'undefined',
    '{"text":"a\n"}',
    'NaN',
    '{"Hans Müller',
  ])('is refused if it is no JSON, and not quoted: %j', async (body) => {
    expect(await refused(send('letter', body))).toBe('400 The body is not valid JSON');
  });

  it.each(['[]', '[{"text":"a"}]', 'null', 'true', '1', '"a"'])(
    'is refused if it is no object: %s',
    async (body) => {
      expect(await refused(send('letter', body))).toBe('400 The body must be a JSON object');
    },
  );

  it('is required, unless the route accepts none', async () => {
    const missing = '400 The body is missing: send a JSON object';
    for (const path of ['letter', 'raw']) {
      expect(await refused(served.ask(path, { method: 'POST' }))).toBe(missing);
      expect(await refused(send(path, ''))).toBe(missing);
    }
    for (const answer of [
      served.ask('optional', { method: 'POST' }),
      send('optional', ''),
      send('optional', '{}'),
    ])
      expect((await answer).json).toEqual({ body: {} });
  });

  it('is nested up to 32 levels', async () => {
    expect((await send('raw', nested(32))).status).toBe(200);
    expect(await refused(send('raw', nested(33)))).toBe(
      '400 The body must not be nested deeper than 32 levels',
    );
  });

  it('has up to 1,000 members in an object, also in a wide body', async () => {
    expect((await send('raw', members(1_000))).status).toBe(200);
    for (const path of ['raw', 'wide'])
      expect(await refused(send(path, members(1_001)))).toBe(
        '400 No object of the body may have more than 1000 members',
      );
  });

  it('has up to 10,000 entries, and a wide one 100,000', async () => {
    const entries = (count: number): string =>
      JSON.stringify({ a: Array.from({ length: count - 1 }, () => 0) });
    expect((await send('raw', entries(10_000))).status).toBe(200);
    expect(await refused(send('raw', entries(10_001)))).toBe(
      '400 The body must not have more than 10000 members and elements in all',
    );
    expect((await send('wide', entries(100_000))).status).toBe(200);
    expect(await refused(send('wide', entries(100_001)))).toBe(
      '400 The body must not have more than 100000 members and elements in all',
    );
  });

  it('has up to the bytes of its route, also after it is unpacked', async () => {
    const body = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect((await send('short', body(64))).status).toBe(200);
    const tooLarge = '413 The body is too large: at most 64 bytes are accepted';
    expect(await refused(send('short', body(65)))).toBe(tooLarge);
    expect(await refused(send('short', gzipSync(body(5_000)), { 'content-encoding': 'gzip' }))).toBe(
      tooLarge,
    );
    expect(await refused(send('letter', body(1024 ** 2 + 1)))).toMatch(/^413 .* 1048576 bytes/);
  });

  it('is read by its route if that streams it', async () => {
    expect((await send('stream', '{"text":"a"}')).json).toEqual({ body: null, isRead: false });
    expect((await send('text', 'Hello', { 'content-type': 'text/plain; charset=utf-8' })).json).toEqual({
      body: {},
      isRead: false,
    });
    expect((await send('text', '{"a":1}')).json).toEqual({ body: { a: 1 }, isRead: true });
  });

  it('is not read of a GET', async () => {
    const { port } = new URL(served.url);
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const asked = httpRequest({ port, host: '127.0.0.1', path: '/ai/v1/none', method: 'GET', headers });
    asked.end('{}');
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

describe('the most bytes of a body', () => {
  it.each([
    ['json', 1_048_576],
    ['text', 1_000 + 65_536],
    ['policy', 8_388_608],
    ['scim', 8_388_608],
    ['openai', 16_777_216],
    [64, 64],
  ] as const)('of the kind %s are %d', (kind, bytes) => {
    expect(bytesOf(kind, { maxTextBytes: 1_000 })).toBe(bytes);
  });
});
