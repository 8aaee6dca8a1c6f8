import { Inject, Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { AppError, type Owner } from '@app/common';
import { singleSignOnConfig, type ProviderConfig, type SingleSignOnConfig } from '@app/config';
import { discover, type Discovered } from './discover';
import { ALGORITHMS } from './provider-keys';

/** The parts of a provider that a test looks at, in this order. */
export const PROVIDER_CHECKS = ['metadata', 'keys', 'signatures', 'scopes'] as const;

/** Why a part does not fit. */
export const PROVIDER_FAULTS = ['unreachable', 'other_issuer', 'no_keys', 'no_algorithm', 'scopes'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

export interface CheckedPart {
  check: (typeof PROVIDER_CHECKS)[number];
  /** Absent: it fits. */
  fault?: ProviderFault;
}

/** Tells an admin whether the provider of the settings can be used. */
@Injectable()
export class CheckProvider {
  constructor(@Inject(singleSignOnConfig.KEY) private readonly config: SingleSignOnConfig) {}

  /** Returns the settings of the provider, if its users belong to this organization. */
  settingsFor({ organizationId }: Pick<Owner, 'organizationId'>): ProviderConfig | undefined {
    const { provider } = this.config;
    const isOther = provider && 'id' in provider.organization && provider.organization.id !== organizationId;
    return isOther ? undefined : provider;
  }

  /**
   * Fetches the provider's metadata and keys, not those that logins have cached.
   *
   * @returns the parts that could be looked at; none if the organization has no provider
   */
  async execute(owner: Pick<Owner, 'organizationId'>): Promise<CheckedPart[]> {
    const settings = this.settingsFor(owner);
    if (!settings) return [];
    const found = await discover(settings).catch(toFault);
    if (typeof found === 'string') return [{ check: 'metadata', fault: found }];
    return [
      { check: 'metadata' },
      withFault('keys', await keyFault(found)),
      withFault('signatures', signatureFault(found)),
      withFault('scopes', scopeFault(found, settings)),
    ];
  }
}

const withFault = (check: CheckedPart['check'], fault: ProviderFault | undefined): CheckedPart => ({
  check,
  ...(fault && { fault }),
});

function toFault(error: unknown): ProviderFault {
  if (!(error instanceof AppError)) throw error;
  return error.code === 'not_configured' ? 'other_issuer' : 'unreachable';
}

async function keyFault({ fetchKeys }: Discovered): Promise<ProviderFault | undefined> {
  const found = await fetchKeys().catch(toFault);
  if (typeof found === 'string') return found;
  return found.keys.some(canVerify) ? undefined : 'no_keys';
}

/** Whether a key verifies signatures and is asymmetric. */
const canVerify = ({ kty, use }: JWK): boolean => use !== 'enc' && kty !== undefined && kty !== 'oct';

/** Providers must name their algorithms, but not all do. */
function signatureFault({ client }: Discovered): ProviderFault | undefined {
  const named = client.serverMetadata().id_token_signing_alg_values_supported;
  return named && !named.some((one) => ALGORITHMS.includes(one)) ? 'no_algorithm' : undefined;
}

/** Providers may leave out scopes, but those who name some name `openid`. */
function scopeFault({ client }: Discovered, { scopes }: ProviderConfig): ProviderFault | undefined {
  const named = client.serverMetadata().scopes_supported;
  return named && scopes.split(' ').some((scope) => !named.includes(scope)) ? 'scopes' : undefined;
}
