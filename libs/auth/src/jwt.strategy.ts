import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decode } from 'jsonwebtoken';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { Clock } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { GuardedUser } from './caller';
import { CheckAccess, readClaims } from './check-access';
import { enrolmentAudience } from './issue-tokens';
import { ALGORITHM, SigningKeys } from './signing-keys';

const LEEWAY_S = 30;

/** Reads an access token: our signature, issuer, audience and time, then whether its login still stands. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    @Inject(authConfig.KEY) private readonly config: Pick<AuthConfig, 'issuer' | 'audience'>,
    keys: SigningKeys,
    private readonly checkAccess: CheckAccess,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: keyProvider(keys),
      algorithms: [ALGORITHM],
      issuer: config.issuer,
      audience: [config.audience, enrolmentAudience(config)],
      jsonWebTokenOptions: { clockTolerance: LEEWAY_S },
    });
  }

  /** @returns undefined where the token is not good enough, which passport makes a refusal */
  async validate(payload: unknown): Promise<GuardedUser | undefined> {
    const claims = readClaims(payload);
    if (!claims || claims.iat > this.clock.now().getTime() / 1000 + LEEWAY_S) return undefined;
    const access = await this.checkAccess.execute(claims);
    if (!access) return undefined;
    const { sub: userId, email, organizationId, sid: sessionId } = claims;
    const user = { userId, email, organizationId, sessionId, ...access };
    return claims.aud === this.config.audience ? user : { ...user, forEnrolment: true };
  }
}

const keyProvider =
  (keys: SigningKeys): SecretOrKeyProvider =>
  (_request, token: unknown, done) => {
    const key = keys.find(keyId(token) ?? '');
    // Typed as PEM; a parsed key is taken too, and saves reading it for each request.
    if (key) done(null, key as unknown as Buffer);
    else done(new Error('Signed with a key that is not ours'));
  };

/** Of the header, which nobody vouches for yet: it only chooses among our own keys. */
function keyId(token: unknown): string | undefined {
  try {
    return decode(String(token), { complete: true })?.header.kid;
  } catch {
    return undefined; // No JWT at all.
  }
}
