import type { CookieOptions, Request, Response } from 'express';
import { AppError } from '@app/common';
import { isLoopback, type HttpConfig } from '@app/config';

/**
 * The cookies that the service sets: `session` holds the console's refresh token; `login` what a login at the provider
 * needs when the browser comes back; `code` binds the login code to the browser.
 */
type Cookie = 'session' | 'login' | 'code';

/** The browser comes back from another site with `login`; the others are sent from our own pages alone. */
const SAME_SITE = { session: 'strict', login: 'lax', code: 'strict' } as const satisfies Record<
  Cookie,
  string
>;

/** One deployment's cookies, as its public address allows them (RFC 6265bis: `__Host-` means Secure, this host, no other). */
export class Cookies {
  private readonly secure: boolean;
  private readonly origin: string;

  constructor({ publicBaseUrl }: Pick<HttpConfig, 'publicBaseUrl'>) {
    const { protocol, hostname, origin } = new URL(publicBaseUrl);
    this.origin = origin;
    this.secure = protocol === 'https:' || !isLoopback(hostname);
  }

  /** @throws AppError `not_configured` if browsers would not store it */
  set(response: Response, cookie: Cookie, value: string, maxAgeMs: number): void {
    if (this.secure && !this.origin.startsWith('https:'))
      throw new AppError('not_configured', 'Sessions need https: PUBLIC_BASE_URL begins with http://');
    response.cookie(this.nameOf(cookie), value, { ...this.options(cookie), maxAge: maxAgeMs });
  }

  clear(response: Response, cookie: Cookie): void {
    response.clearCookie(this.nameOf(cookie), this.options(cookie));
  }

  /** The first of its name; undefined where there is none. */
  read(request: Request, cookie: Cookie): string | undefined {
    const name = `${this.nameOf(cookie)}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) || undefined;
  }

  /** @throws AppError `forbidden` for a page of elsewhere, `bad_request` for what is no page: a browser always says its origin here */
  assertOwnOrigin({ headers }: Request): void {
    if (headers.origin === undefined) throw new AppError('bad_request', 'The header Origin is missing');
    if (headers.origin !== this.origin)
      throw new AppError(
        'forbidden',
        'Sessions are for pages of this service alone, at the address that PUBLIC_BASE_URL names',
      );
  }

  private nameOf(cookie: Cookie): string {
    return `${this.secure ? '__Host-' : ''}privacy-chat-${cookie}`;
  }

  private options(cookie: Cookie): CookieOptions {
    return { httpOnly: true, secure: this.secure, sameSite: SAME_SITE[cookie], path: '/' };
  }
}
