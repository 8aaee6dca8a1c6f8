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
import { callbackAddress } from './addresses';
import { Provider } from './provider';
import { providerAway } from './provider-fetch';

/** The redirect address of a browser, and the state that it must store. */
export interface BegunLogin {
  address: string;
  pending: string;
}

/** A person that the provider has authenticated, and the end of that confirmation. */
export interface ProvidedLogin {
  claims: Readonly<Record<string, unknown>> & { sub: string };
  /** The provider's id of its login, if there is one. A logout may refer to it. */
  sid: string | undefined;
  confirmedUntil: Date;
  /** Renews the confirmation; if absent, the person must log in again. */
  refreshToken: string | undefined;
}

/** The result of a refresh at the provider. */
export type ConfirmedLogin = Pick<ProvidedLogin, 'confirmedUntil' | 'refreshToken'>;

/** The lifetime of a confirmation if the provider does not state one. */
const USUAL_LIFE_S = 5 * 60;

/** Errors by which the provider refuses the person (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). */
const REFUSALS = new Set(['invalid_grant', 'login_required', 'interaction_required', 'consent_required']);

/** Logs a person in at the provider: authorization code with PKCE (contract: Single sign-on). */
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
   * @param query the query of the provider's redirect
   * @param sealed the state that the browser stored
   * @throws AppError `bad_request` if this browser did not start the login or has already finished it;
   * `unauthenticated` if the provider authenticates no person; `unavailable`
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
   * Asks the provider to confirm a person again.
   *
   * @returns undefined if it refuses
   * @throws AppError `unavailable` if it does not answer
   */
  async refresh(refreshToken: string): Promise<ConfirmedLogin | undefined> {
    const client = await this.provider.client();
    try {
      const tokens = await refreshTokenGrant(client, refreshToken);
      const confirmedUntil = this.after(tokens.expiresIn() ?? USUAL_LIFE_S);
      // Without a new refresh token, the old one stays valid (RFC 6749, section 6).
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
      // The library checks the claims of the token, but not its signature.
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

  /** Returns claims that the ID token lacks. Some providers return most claims only here. */
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
    return callbackAddress(this.http);
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

/** Finds the error of `providerFetch` in the errors that the library wraps around it. */
function away(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause !== undefined ? away(error.cause) : undefined;
}

function refused(cause: unknown): AppError {
  const message =
    cause instanceof AuthorizationResponseError
      ? 'The single sign-on provider refused the login; start the login again'
      : 'The answer of the single sign-on provider is not valid; start the login again';
  return new AppError('unauthenticated', message, {}, { cause });
}
