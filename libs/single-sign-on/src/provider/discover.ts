import type { JSONWebKeySet } from 'jose';
import {
  allowInsecureRequests,
  ClientError,
  ClientSecretBasic,
  customFetch,
  discovery,
  None,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { AppError } from '@app/common';
import type { ProviderConfig } from '@app/config';
import { providerAway, providerFetch } from './provider-fetch';

/** A provider that has answered. */
export interface Discovered {
  client: Configuration;
  /** @throws AppError `unavailable` */
  fetchKeys: () => Promise<JSONWebKeySet>;
}

/**
 * Fetches a provider's metadata (OpenID Connect Discovery 1.0).
 *
 * @throws AppError `unavailable` if it does not answer, `not_configured` if it is another issuer
 */
export async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Discovered> {
  const fetch = providerFetch(issuer);
  try {
    const client = await discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? None() : ClientSecretBasic(clientSecret),
      {
        [customFetch]: fetch as CustomFetch,
        // `providerFetch` decides which addresses may be called without TLS.
        ...(issuer.startsWith('http:') && { execute: [allowInsecureRequests] }),
      },
    );
    const { issuer: reported, jwks_uri: keys } = client.serverMetadata();
    // The library compares addresses, and allows other issuers for multi-tenant providers, but the issuer is known here.
    if (reported !== issuer) throw otherIssuer();
    if (!keys) throw new Error('The metadata names no keys');
    return { client, fetchKeys: () => fetchKeys(fetch, keys) };
  } catch (error) {
    if (error instanceof ClientError && error.code === ISSUER_DIFFERS) throw otherIssuer();
    throw error instanceof AppError ? error : providerAway(error);
  }
}

/** The library's code of an issuer that is not at the address of the metadata. */
const ISSUER_DIFFERS = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

const otherIssuer = (): AppError =>
  new AppError(
    'not_configured',
    'The single sign-on provider reports another issuer than OIDC_ISSUER; both must match exactly',
  );

async function fetchKeys(fetch: ReturnType<typeof providerFetch>, address: string): Promise<JSONWebKeySet> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  const body: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined;
  const keys = (body as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(keys)) throw providerAway(new Error('No keys'));
  return body as JSONWebKeySet;
}
