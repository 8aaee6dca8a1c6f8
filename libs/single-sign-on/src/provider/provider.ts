import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  customFetch,
  discovery,
  None,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { AppError, Clock } from '@app/common';
import { singleSignOnConfig, type ProviderConfig, type SingleSignOnConfig } from '@app/config';
import { providerAway, providerFetch } from './provider-fetch';
import { ALGORITHMS, ProviderKeys } from './provider-keys';

const FRESH_MS = 60 * 60_000;
/** A provider that did not answer is not asked again at once. */
const PAUSE_MS = 2_000;
const LEEWAY_S = 30;

/** The provider as it describes itself (OpenID Connect Discovery 1.0), and its keys. */
interface Known {
  client: Configuration;
  keys: ProviderKeys;
}

/**
 * The OpenID provider of the settings. It is first asked when somebody needs it, so that the service starts without
 * it; what it says of itself is kept for an hour.
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

  /** What calls the provider. @throws AppError `unavailable` */
  async client(): Promise<Configuration> {
    return (await this.current()).client;
  }

  /**
   * The claims of a token with the provider's signature, whose issuer, audience and time are right.
   *
   * @throws AppError `unavailable` where its keys cannot be fetched; an error of jose where the token is not good
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

  private async ask({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Known> {
    const fetch = providerFetch(issuer);
    try {
      const client = await discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? None() : ClientSecretBasic(clientSecret),
        {
          [customFetch]: fetch as CustomFetch,
          // Which addresses may be called without TLS is for our fetch to say.
          ...(issuer.startsWith('http:') && { execute: [allowInsecureRequests] }),
        },
      );
      const metadata = client.serverMetadata();
      // A library makes an exception for providers of many tenants; we know ours.
      if (metadata.issuer !== issuer) throw otherIssuer();
      if (!metadata.jwks_uri) throw new Error('The metadata names no keys');
      const keys = new ProviderKeys(() => fetchKeys(fetch, metadata.jwks_uri!), this.clock);
      this.known = { at: this.now(), is: { client, keys } };
      return this.known.is;
    } catch (error) {
      const failure = error instanceof AppError ? error : providerAway(error);
      this.failure = { at: this.now(), error: failure };
      throw failure;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

const otherIssuer = (): AppError =>
  new AppError(
    'not_configured',
    'The single sign-on provider calls itself otherwise than OIDC_ISSUER does; both must be the same to the letter',
  );

async function fetchKeys(fetch: ReturnType<typeof providerFetch>, address: string): Promise<JSONWebKeySet> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  const body: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined;
  const keys = (body as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(keys)) throw providerAway(new Error('No keys'));
  return body as JSONWebKeySet;
}
