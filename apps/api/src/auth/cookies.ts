import type { CookieOptions, Request, Response } from 'express';
import { AppError } from '@app/common';
import { isLoopback, type HttpConfig } from '@app/config';

/**
 * The cookies that the service sets. `session` contains the console's refresh token. `login` contains the state of a
 * login at the provider until the browser returns. `code` binds the login code to the browser.
 */
type Cookie = 'session' | 'login' | 'code';

/** The provider's site redirects the browser back with `login`. Only our own pages send the others. */
const SAME_SITE = { session: 'strict', login: 'lax', code: 'strict' } as const satisfies Record<
  Cookie,
  string
>;

/**
 * Sets and reads the cookies of a deployment according to its public address (RFC 6265bis: `__Host-` requires Secure
 * and binds a cookie to the host).
 */
export class Cookies {
  private readonly secure: boolean;
  private readonly origin: string;

  constructor({ publicBaseUrl }: Pick<HttpConfig, 'publicBaseUrl'>) {
    const { protocol, hostname, origin } = new URL(publicBaseUrl);
    this.origin = origin;
    this.secure = protocol === 'https:' || !isLoopback(hostname);
  }

  /** @throws AppError `not_configured` if browsers would not store the cookie */
  set(response: Response, cookie: Cookie, value: string, maxAgeMs: number): void {
    if (this.secure && !this.origin.startsWith('https:'))
      throw new AppError('not_configured', 'Sessions require https, but PUBLIC_BASE_URL starts with http://');
    response.cookie(this.nameOf(cookie), value, { ...this.options(cookie), maxAge: maxAgeMs });
  }

  clear(response: Response, cookie: Cookie): void {
    response.clearCookie(this.nameOf(cookie), this.options(cookie));
  }

  /** Returns the first cookie of this name, or undefined. */
  read(request: Request, cookie: Cookie): string | undefined {
    const name = `${this.nameOf(cookie)}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) || undefined;
  }

  /**
   * Browsers always send `Origin` with these requests.
   * @throws AppError `forbidden` if the page is of another origin, `bad_request` if the header is missing
   */
  assertOwnOrigin({ headers }: Request): void {
    if (headers.origin === undefined) throw new AppError('bad_request', 'The header Origin is missing');
    if (headers.origin !== this.origin)
      throw new AppError(
        'forbidden',
        'Sessions are only for pages of this service, at the address of PUBLIC_BASE_URL',
      );
  }

  private nameOf(cookie: Cookie): string {
    return `${this.secure ? '__Host-' : ''}privacy-chat-${cookie}`;
  }

  private options(cookie: Cookie): CookieOptions {
    return { httpOnly: true, secure: this.secure, sameSite: SAME_SITE[cookie], path: '/' };
  }
}
