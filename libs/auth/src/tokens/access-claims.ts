import { z } from 'zod';

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
