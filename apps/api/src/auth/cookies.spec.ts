import type { Request, Response } from 'express';
import { Cookies } from './cookies';

const request = (headers: object): Request => ({ headers }) as unknown as Request;
/** Returns the name, value and options of the cookie in a response. */
const setBy = (publicBaseUrl: string, cookie: 'session' | 'login' | 'code'): unknown[] => {
  const response = { cookie: jest.fn() };
  new Cookies({ publicBaseUrl }).set(response as unknown as Response, cookie, 'value', 1_000);
  return response.cookie.mock.calls[0] as unknown[];
};

describe('cookies', () => {
  it.each(['session', 'code'] as const)(
    '%s is bound to this host, unreadable to scripts, and not sent from other sites [PRIV-63]',
    (cookie) => {
      expect(setBy('https://chat.company.example/some/path', cookie)).toEqual([
        `__Host-privacy-chat-${cookie}`,
        'value',
        { httpOnly: true, secure: true, sameSite: 'strict', path: '/', maxAge: 1_000 },
      ]);
    },
  );

  it('login is sent when the provider redirects the browser back [PRIV-64]', () => {
    expect(setBy('https://chat.company.example', 'login')).toEqual([
      '__Host-privacy-chat-login',
      'value',
      { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 1_000 },
    ]);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'omit Secure at %s, which uses no network',
    (address) => {
      expect(setBy(address, 'session')).toEqual([
        'privacy-chat-session',
        'value',
        expect.objectContaining({ secure: false, httpOnly: true, sameSite: 'strict' }),
      ]);
    },
  );

  it.each(['http://chat.company.example', 'http://127.0.0.1.company.example', 'http://localhost.example'])(
    'are not set at %s, where browsers would reject them',
    (address) => {
      expect(() => setBy(address, 'session')).toThrow(expect.objectContaining({ code: 'not_configured' }));
    },
  );

  it('are read by their full name', () => {
    const cookies = new Cookies({ publicBaseUrl: 'https://chat.company.example' });
    const read = (cookie: string | undefined) => cookies.read(request({ cookie }), 'session');
    expect(read('a=b; __Host-privacy-chat-session=token; c=d')).toBe('token');
    expect(read('privacy-chat-session=token; x__Host-privacy-chat-session=token')).toBeUndefined();
    expect(read('__Host-privacy-chat-session=')).toBeUndefined();
    expect(read(undefined)).toBeUndefined();
  });

  it.each([
    ['https://chat.company.example', undefined],
    ['https://chat.company.example:8443', 'forbidden'],
    ['http://chat.company.example', 'forbidden'],
    ['https://chat.company.example.evil.example', 'forbidden'],
    ['null', 'forbidden'],
    [undefined, 'bad_request'],
  ])('are accepted only from pages of this service: %s [SEC-25]', (origin, code) => {
    const check = () =>
      new Cookies({ publicBaseUrl: 'https://chat.company.example/base' }).assertOwnOrigin(
        request({ ...(origin !== undefined && { origin }) }),
      );
    if (code) expect(check).toThrow(expect.objectContaining({ code }));
    else expect(check).not.toThrow();
  });
});
