import { Inject, Injectable } from '@nestjs/common';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import { AppError, Clock } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { SingleUses } from '../store/single-uses.store';
import { PENDING_TTL_S, PendingLogins, type PendingLogin } from './pending-login';
import { Provider } from './provider';
import { providerAway } from './provider-fetch';

/** Where a browser is to go, and what it is to keep meanwhile. */
export interface BegunLogin {
  address: string;
  pending: string;
}

/** Whom the provider vouches for, and until when. */
export interface ProvidedLogin {
  claims: Readonly<Record<string, unknown>> & { sub: string };
  /** The provider's name of the login, where it has one: a logout there may name it. */
  sid: string | undefined;
  confirmedUntil: Date;
  /** Asks the provider again after that time; not given: the person logs in again. */
  refreshToken: string | undefined;
}

/** What a refresh at the provider gives. */
export type ConfirmedLogin = Pick<ProvidedLogin, 'confirmedUntil' | 'refreshToken'>;

/** Of a provider that does not say how long what it says holds. */
const USUAL_LIFE_S = 5 * 60;

/** The provider says that this person is no longer to be let in (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). */
const REFUSALS = new Set(['invalid_grant', 'login_required', 'interaction_required', 'consent_required']);

/** Logs somebody in at the provider: authorization code with PKCE (contract: Single sign-on). */
@Injectable()
export class ProviderLogin {
  constructor(
    private readonly provider: Provider,
    private readonly pendingLogins: PendingLogins,
    private readonly singleUses: SingleUses,
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `unavailable` */
  async begin(): Promise<BegunLogin> {
    const client = await this.provider.client();
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const address = buildAuthorizationUrl(client, {
      response_type: 'code',
      redirect_uri: this.callback,
      scope: this.provider.settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, pending: this.pendingLogins.seal({ state, nonce, verifier }) };
  }

  /**
   * @param query of the address that the provider sent the browser back to
   * @param sealed what the browser kept
   * @throws AppError `bad_request` for a login that this browser did not begin, or ended already; `unauthenticated`
   * where the provider vouches for nobody; `unavailable`
   */
  async finish(query: string, sealed: string | undefined): Promise<ProvidedLogin> {
    const client = await this.provider.client();
    const pending = sealed === undefined ? undefined : this.pendingLogins.open(sealed);
    const parameters = new URLSearchParams(query);
    const states = parameters.getAll('state');
    if (!pending || states.length !== 1 || states[0] !== pending.state) throw notBegun();
    if (!(await this.singleUses.take('oidc-state', pending.state, PENDING_TTL_S))) throw notBegun();
    const address = new URL(this.callback);
    address.search = parameters.toString();
    return this.exchange(client, address, pending);
  }

  /**
   * Asks the provider whether it still vouches for somebody.
   *
   * @returns undefined where it no longer does
   * @throws AppError `unavailable` where it does not say
   */
  async refresh(refreshToken: string): Promise<ConfirmedLogin | undefined> {
    const client = await this.provider.client();
    try {
      const tokens = await refreshTokenGrant(client, refreshToken);
      const confirmedUntil = this.after(tokens.expiresIn() ?? USUAL_LIFE_S);
      // A provider that gives no new one means the old one to be used again (RFC 6749, section 6).
      return { confirmedUntil, refreshToken: tokens.refresh_token ?? refreshToken };
    } catch (error) {
      if (error instanceof ResponseBodyError && REFUSALS.has(error.error)) return undefined;
      throw away(error) ?? providerAway(error);
    }
  }

  private async exchange(
    client: Configuration,
    address: URL,
    { state, nonce, verifier }: PendingLogin,
  ): Promise<ProvidedLogin> {
    try {
      const tokens = await authorizationCodeGrant(client, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      // The library checks what the token says, and leaves its signature to TLS.
      const idToken = await this.provider.verify(tokens.id_token!, this.provider.settings.clientId);
      const sub = idToken.sub!;
      const claims = { ...(await this.userInfo(client, tokens.access_token, idToken)), ...idToken, sub };
      const idTokenLife = idToken.exp! - this.clock.now().getTime() / 1000;
      return {
        claims,
        sid: typeof idToken['sid'] === 'string' ? idToken['sid'] : undefined,
        confirmedUntil: this.after(tokens.expiresIn() ?? idTokenLife),
        refreshToken: tokens.refresh_token,
      };
    } catch (error) {
      throw away(error) ?? refused(error);
    }
  }

  /** Claims that the ID token lacks: some providers give most of them there alone. */
  private async userInfo(
    client: Configuration,
    accessToken: string,
    idToken: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { organization, groupsClaim } = this.provider.settings;
    const wanted = ['email', groupsClaim, 'claim' in organization ? organization.claim : undefined];
    const lacks = wanted.some((claim) => claim !== undefined && !Object.hasOwn(idToken, claim));
    if (!lacks || !client.serverMetadata().userinfo_endpoint) return {};
    return fetchUserInfo(client, accessToken, idToken['sub'] as string);
  }

  private get callback(): string {
    return `${this.http.publicBaseUrl.replace(/\/+$/, '')}${this.http.idmBasePath}/oidc/callback`;
  }

  private after(seconds: number): Date {
    return new Date(this.clock.now().getTime() + seconds * 1000);
  }
}

const notBegun = (): AppError =>
  new AppError(
    'bad_request',
    'This login was started in another browser, is already finished, or took too long; start it again',
  );

/** What our own fetch threw, out of what the library wraps around it. */
function away(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause !== undefined ? away(error.cause) : undefined;
}

function refused(cause: unknown): AppError {
  const message =
    cause instanceof AuthorizationResponseError
      ? 'The single sign-on provider let nobody in; begin the login again'
      : 'The answer of the single sign-on provider is not valid; start the login again';
  return new AppError('unauthenticated', message, {}, { cause });
}
