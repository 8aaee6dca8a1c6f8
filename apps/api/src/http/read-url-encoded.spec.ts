import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { serve, type Served } from '../../testing/serve';
import { StreamedBody } from './json-body.interceptor';
import { readUrlEncoded } from './read-url-encoded';

@Controller()
class Forms {
  @Post('form')
  @HttpCode(200)
  @StreamedBody()
  async form(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    return { ...(await readUrlEncoded(request, response, 100)) };
  }
}

describe('a form without files', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ controllers: [Forms] });
  });
  afterAll(() => served.close());

  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    served.ask('form', { method: 'POST', headers: { 'content-type': type }, body });
  const refused = async (...sent: Parameters<typeof send>) => {
    const { status, json } = await send(...sent);
    return `${status} ${(json as { message?: string }).message}`;
  };

  it.each([
    ['logout_token=a.b.c', { logout_token: 'a.b.c' }],
    ['a=%C3%BC+b', { a: 'ü b' }],
    ['a=', { a: '' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[b]=c', { 'a[b]': 'c' }],
    ['', {}],
  ])('has the fields of %j', async (body, expected) => {
    expect((await send(body)).json).toEqual(expected);
  });

  it('reaches no prototype', async () => {
    await send('__proto__=polluted&constructor[prototype][polluted]=x');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('has up to the bytes of its route', async () => {
    expect((await send(`a=${'x'.repeat(98)}`)).status).toBe(200);
    expect(await refused(`a=${'x'.repeat(99)}`)).toBe(
      '413 The body is too large: at most 100 bytes are accepted',
    );
  });

  it('has up to 20 fields', async () => {
    const fields = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}=`).join('&');
    expect((await send(fields(20))).status).toBe(200);
    expect(await refused(fields(21))).toBe('400 The body is not a valid form');
  });

  it.each(['application/json', 'multipart/form-data; boundary=b', 'text/plain'])(
    'is refused as %s',
    async (type) => {
      expect(await refused('a=b', type)).toBe('415 Content-Type must be application/x-www-form-urlencoded');
    },
  );

  it('is refused in another encoding of characters', async () => {
    expect(await refused('a=b', 'application/x-www-form-urlencoded; charset=utf-7')).toBe(
      '400 The body is not a valid form',
    );
  });
});
