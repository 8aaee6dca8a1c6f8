import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AccessStore, type AccessRequest, type LoginAccess } from '@app/accounts';
import { Batch } from '@app/common';

/** The claims of an access token except `iss` (contract: Login and tokens). Times are in seconds. */
const claims = z.object({
  sub: z.uuid(),
  email: z.string().min(1),
  organizationId: z.uuid(),
  /** The login of the token. */
  sid: z.uuid(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(1),
  /** The audience: full access, or only setting up a second factor. */
  aud: z.string(),
});
export type ReadClaims = z.infer<typeof claims>;
/** The signed claims. Issuer and audience are added on signing. */
export type AccessClaims = Omit<ReadClaims, 'aud'>;

/** Returns the claims, or undefined if one is missing or malformed. */
export const readClaims = (payload: unknown): ReadClaims | undefined => claims.safeParse(payload).data;

/**
 * Checks that the login of an access token is still active, and returns its current access. Concurrent requests share
 * one look-up, and nothing is cached, so ending a login or a grant, or changing a limit, takes effect immediately in
 * every process (contract: Login and tokens).
 */
@Injectable()
export class CheckAccess {
  private readonly batch: Batch<AccessRequest, LoginAccess | undefined>;

  constructor(access: AccessStore) {
    this.batch = new Batch({ work: (requests) => access.ofLogins(requests), room: 100 });
  }

  /** @returns undefined if the login has ended, or the user or the organization is inactive */
  execute({ sid: loginId, sub: userId, organizationId }: AccessClaims): Promise<LoginAccess | undefined> {
    return this.batch.add({ loginId, userId, organizationId });
  }
}
