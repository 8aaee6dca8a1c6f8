import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { Clock } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { GuardedUser } from './caller';
import { CheckAccess, readClaims, type ReadClaims } from './check-access';
import { enrolmentAudience } from './issue-tokens';
import { ALGORITHM, SigningKeys } from './signing-keys';
import { VerifiedTokens } from './verified-tokens';

const LEEWAY_S = 30;
const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Verifies an access token: signature, issuer, audience and time, then whether its login is still active. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly verified = new VerifiedTokens(LEEWAY_S);

  constructor(
    @Inject(authConfig.KEY) private readonly config: Pick<AuthConfig, 'issuer' | 'audience'>,
    keys: SigningKeys,
    private readonly checkAccess: CheckAccess,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
      secretOrKeyProvider: keyProvider(keys),
      algorithms: [ALGORITHM],
      issuer: config.issuer,
      audience: [config.audience, enrolmentAudience(config)],
      jsonWebTokenOptions: { clockTolerance: LEEWAY_S },
    });
  }

  /** Called by passport. Tokens that were verified before are not verified again. */
  override authenticate(request: Request): void {
    const token = tokenOf(request);
    const claims = token === null ? undefined : this.verified.find(token, this.clock.now());
    if (!claims) return super.authenticate(request);
    this.userOf(claims).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  /**
   * Called with the payload of a verified token.
   *
   * @returns undefined if the token gives no access, which passport turns into a refusal
   */
  async validate(request: Request, payload: unknown): Promise<GuardedUser | undefined> {
    const claims = readClaims(payload);
    const token = tokenOf(request);
    if (!claims || token === null) return undefined;
    this.verified.add(token, claims);
    return this.userOf(claims);
  }

  /** Looks up the login for every request. */
  private async userOf(claims: ReadClaims): Promise<GuardedUser | undefined> {
    if (claims.iat > this.clock.now().getTime() / 1000 + LEEWAY_S) return undefined;
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
    // The type expects PEM, but a parsed key is accepted too and avoids parsing for each request.
    if (key) done(null, key as unknown as Buffer);
    else done(new Error('Signed with an unknown key'));
  };

/** Reads the key id of the unverified header. It only selects among the service's own keys. */
function keyId(token: unknown): string | undefined {
  try {
    return decodeProtectedHeader(String(token)).kid;
  } catch {
    return undefined; // Not a JWT.
  }
}
