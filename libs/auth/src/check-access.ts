import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AccessStore, type AccessRequest, type LoginAccess } from '@app/accounts';
import { Batch } from '@app/common';

/** What an access token says beside `iss` and `aud` (contract: Login and tokens). Times in seconds. */
const claims = z.object({
  sub: z.uuid(),
  email: z.string().min(1),
  organizationId: z.uuid(),
  /** The login that the token came of. */
  sid: z.uuid(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(1),
});
export type AccessClaims = z.infer<typeof claims>;

/** The claims, or undefined where one is missing or has another form. */
export const readClaims = (payload: unknown): AccessClaims | undefined => claims.safeParse(payload).data;

/**
 * Whether the login of an access token still stands, and what it may do now, however often. One look-up by key for
 * the requests that arrive together, nothing kept: what ends a login or a grant, or changes a limit, takes effect in
 * every process at once (contract: Login and tokens).
 */
@Injectable()
export class CheckAccess {
  private readonly batch: Batch<AccessRequest, LoginAccess | undefined>;

  constructor(access: AccessStore) {
    this.batch = new Batch({ work: (requests) => access.ofLogins(requests), room: 100 });
  }

  /** @returns undefined where the login, the user or the organization is out */
  execute({ sid: loginId, sub: userId, organizationId }: AccessClaims): Promise<LoginAccess | undefined> {
    return this.batch.add({ loginId, userId, organizationId });
  }
}
