import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '@app/common';
import { KeyRing } from '@app/crypto';

/** How long somebody may take to log in at the provider. */
export const PENDING_TTL_S = 10 * 60;

/** Associated data: what is sealed for this opens as nothing else. */
const BINDING = 'oidc.pending-login';

const pendingLogin = z.object({
  /** Comes back with the answer of the provider. */
  state: z.string(),
  /** Comes back in the ID token. */
  nonce: z.string(),
  /** RFC 7636: whoever has the code alone gets nothing for it. */
  verifier: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type PendingLogin = z.infer<typeof pendingLogin>;

/** Logins that have begun, sealed: the browser that began one keeps it and cannot read it, and no row is written for strangers. */
@Injectable()
export class PendingLogins {
  constructor(
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @returns letters, digits and `._-`, so that it may stand in a cookie */
  seal(login: Omit<PendingLogin, 'expiresAt'>): string {
    const expiresAt = this.clock.now().getTime() + PENDING_TTL_S * 1000;
    const plain = Buffer.from(JSON.stringify({ ...login, expiresAt }));
    const { keyId, sealed } = this.keyRing.seal(plain, BINDING);
    return `${keyId}.${sealed.toString('base64url')}`;
  }

  /** @returns undefined for what we did not seal, and for what is too old */
  open(cookie: string): PendingLogin | undefined {
    const dot = cookie.lastIndexOf('.');
    try {
      const sealed = Buffer.from(cookie.slice(dot + 1), 'base64url');
      const plain = this.keyRing.open({ keyId: cookie.slice(0, dot), sealed }, BINDING);
      const login = pendingLogin.parse(JSON.parse(plain.toString()));
      return login.expiresAt > this.clock.now().getTime() ? login : undefined;
    } catch {
      return undefined; // Somebody else made it, or changed it.
    }
  }
}
