import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '@app/common';
import { KeyRing } from '@app/crypto';

/** The time that a person has to log in at the provider. */
export const PENDING_TTL_S = 10 * 60;

/** Associated data, so that other sealed data cannot be used as a pending login. */
const BINDING = 'oidc.pending-login';

const pendingLogin = z.object({
  /** Returned with the provider's answer. */
  state: z.string(),
  /** Returned in the ID token. */
  nonce: z.string(),
  /** RFC 7636: a stolen code is useless without the verifier. */
  verifier: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type PendingLogin = z.infer<typeof pendingLogin>;

/**
 * Seals pending logins. The browser stores them without being able to read them, so unauthenticated requests write no
 * rows.
 */
@Injectable()
export class PendingLogins {
  constructor(
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @returns letters, digits and `._-`, which cookies allow unescaped */
  seal(login: Omit<PendingLogin, 'expiresAt'>): string {
    const expiresAt = this.clock.now().getTime() + PENDING_TTL_S * 1000;
    const plain = Buffer.from(JSON.stringify({ ...login, expiresAt }));
    const { keyId, sealed } = this.keyRing.seal(plain, BINDING);
    return `${keyId}.${sealed.toString('base64url')}`;
  }

  /** @returns undefined if this service did not seal it, or it has expired */
  open(cookie: string): PendingLogin | undefined {
    const dot = cookie.lastIndexOf('.');
    try {
      const sealed = Buffer.from(cookie.slice(dot + 1), 'base64url');
      const plain = this.keyRing.open({ keyId: cookie.slice(0, dot), sealed }, BINDING);
      const login = pendingLogin.parse(JSON.parse(plain.toString()));
      return login.expiresAt > this.clock.now().getTime() ? login : undefined;
    } catch {
      return undefined; // The value was forged or changed.
    }
  }
}
