import { Injectable } from '@nestjs/common';
import { errors, type JWTPayload } from 'jose';
import { AppError, Clock } from '@app/common';
import type { LoggedOut } from '../store/provider-logins.store';
import { SingleUses } from '../store/single-uses.store';
import { Provider } from './provider';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LONGEST_LIFE_S = 60 * 60;
const LEEWAY_S = 30;

/** Verifies the token that the provider sends when a person logs out there or is deactivated. */
@Injectable()
export class LogoutTokens {
  constructor(
    private readonly provider: Provider,
    private readonly singleUses: SingleUses,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the logins to end
   * @throws AppError `bad_request` if the token is invalid or was used before; `unavailable`
   */
  async use(token: string): Promise<LoggedOut> {
    const { clientId, issuer } = this.provider.settings;
    const claims = await this.provider.verify(token, clientId).catch((error: unknown) => {
      throw error instanceof AppError ? error : notGood(error);
    });
    const { sub: subject, jti, exp } = claims;
    const sid = claims['sid'];
    if (!isLogout(claims)) throw notGood();
    if (typeof jti !== 'string' || jti === '' || (subject === undefined && sid === undefined))
      throw notGood();
    if (sid !== undefined && typeof sid !== 'string') throw notGood();
    const left = exp! - this.clock.now().getTime() / 1000;
    if (left > LONGEST_LIFE_S) throw notGood();
    if (!(await this.singleUses.take('logout-token', `${issuer}\n${jti}`, left + 2 * LEEWAY_S)))
      throw notGood();
    return { issuer, subject, sid };
  }
}

/**
 * Distinguishes a logout token from an ID token, which has the same audience but no such event, and may have a nonce.
 */
function isLogout(claims: JWTPayload): boolean {
  const { events } = claims as { events?: unknown };
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false;
  const event = (events as Record<string, unknown>)[EVENT];
  return typeof event === 'object' && event !== null && !Object.hasOwn(claims, 'nonce');
}

const notGood = (cause?: unknown): AppError =>
  new AppError(
    'bad_request',
    'logout_token is not a logout token of the provider for this service, has expired, or was used before',
    {},
    { cause: cause instanceof errors.JOSEError ? cause : undefined },
  );
