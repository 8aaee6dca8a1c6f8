import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { AppError } from '@app/common';
import { Provider } from './provider';

/** Whom an access token of the provider is about. */
export interface TokenSubject {
  issuer: string;
  subject: string;
}

/** Access tokens of the provider, which programs may call with (contract: Single sign-on). */
@Injectable()
export class ProviderTokens {
  constructor(private readonly provider: Provider) {}

  /** Whether a token claims to be the provider's. It has yet to be verified; nothing is asked of anybody. */
  isFromProvider(token: string): boolean {
    if (!this.provider.isConfigured || this.provider.settings.audience === undefined) return false;
    try {
      return decodeJwt(token).iss === this.provider.settings.issuer;
    } catch {
      return false; // No JWT at all.
    }
  }

  /**
   * @returns undefined for a token that is not good: signature, issuer, audience or time
   * @throws AppError `unavailable` where the provider's keys cannot be fetched
   */
  async read(token: string): Promise<TokenSubject | undefined> {
    const { audience, issuer } = this.provider.settings;
    try {
      const { sub } = await this.provider.verify(token, audience!, { requiredClaims: ['sub'] });
      return typeof sub === 'string' && sub !== '' ? { issuer, subject: sub } : undefined;
    } catch (error) {
      if (error instanceof AppError) throw error;
      return undefined;
    }
  }
}
