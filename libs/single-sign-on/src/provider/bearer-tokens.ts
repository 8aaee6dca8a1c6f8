import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { AppError } from '@app/common';
import { Provider } from './provider';

/** The subject of the provider's access token. */
export interface TokenSubject {
  issuer: string;
  subject: string;
}

/** Verifies access tokens of the provider, with which programs may call (contract: Single sign-on). */
@Injectable()
export class ProviderTokens {
  constructor(private readonly provider: Provider) {}

  /** Returns whether a token claims to be the provider's, without verification and requests. */
  isFromProvider(token: string): boolean {
    if (!this.provider.isConfigured || this.provider.settings.audience === undefined) return false;
    try {
      return decodeJwt(token).iss === this.provider.settings.issuer;
    } catch {
      return false; // Not a JWT.
    }
  }

  /**
   * @returns undefined if the signature, issuer, audience or time of the token is invalid
   * @throws AppError `unavailable` if the provider's keys cannot be fetched
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
