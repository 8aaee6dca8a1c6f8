import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { Configuration } from 'openid-client';
import { AppError, Clock } from '@app/common';
import { singleSignOnConfig, type ProviderConfig, type SingleSignOnConfig } from '@app/config';
import { discover } from './discover';
import { ALGORITHMS, ProviderKeys } from './provider-keys';

const FRESH_MS = 60 * 60_000;
/** The delay before a provider that did not answer is asked again. */
const PAUSE_MS = 2_000;
const LEEWAY_S = 30;

/** The provider's metadata (OpenID Connect Discovery 1.0) and its keys. */
interface Known {
  client: Configuration;
  keys: ProviderKeys;
}

/**
 * The OpenID provider of the settings. Its metadata is fetched when it is first needed, so that the service starts
 * without it, and cached for an hour.
 */
@Injectable()
export class Provider {
  private known?: { at: number; is: Known };
  private asking?: Promise<Known>;
  private failure?: { at: number; error: AppError };

  constructor(
    @Inject(singleSignOnConfig.KEY) private readonly config: SingleSignOnConfig,
    private readonly clock: Clock,
  ) {}

  get isConfigured(): boolean {
    return this.config.provider !== undefined;
  }

  /** @throws AppError `not_configured` */
  get settings(): ProviderConfig {
    if (this.config.provider) return this.config.provider;
    throw new AppError('not_configured', 'Single sign-on is not set up; set OIDC_ISSUER to a provider');
  }

  /**
   * Returns a client of the provider.
   *
   * @throws AppError `unavailable`
   */
  async client(): Promise<Configuration> {
    return (await this.current()).client;
  }

  /**
   * Verifies a token's signature, issuer, audience and time, and returns its claims.
   *
   * @throws AppError `unavailable` if the keys cannot be fetched; an error of jose if the token is invalid
   */
  async verify(token: string, audience: string, more: JWTVerifyOptions = {}): Promise<JWTPayload> {
    const { keys } = await this.current();
    const { payload } = await jwtVerify(token, keys.find, {
      issuer: this.settings.issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY_S,
      currentDate: this.clock.now(),
      ...more,
      requiredClaims: ['exp', 'iat', ...(more.requiredClaims ?? [])],
    });
    if (payload.iat! > this.clock.now().getTime() / 1000 + LEEWAY_S)
      throw new TypeError('Issued in the future');
    return payload;
  }

  private async current(): Promise<Known> {
    if (this.known && this.known.at > this.now() - FRESH_MS) return this.known.is;
    if (this.failure && this.failure.at > this.now() - PAUSE_MS) throw this.failure.error;
    this.asking ??= this.ask(this.settings).finally(() => delete this.asking);
    return this.asking;
  }

  private async ask(settings: ProviderConfig): Promise<Known> {
    try {
      const { client, fetchKeys } = await discover(settings);
      this.known = { at: this.now(), is: { client, keys: new ProviderKeys(fetchKeys, this.clock) } };
      return this.known.is;
    } catch (error) {
      this.failure = { at: this.now(), error: error as AppError };
      throw error;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
