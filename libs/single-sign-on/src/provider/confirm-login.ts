import { Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { ProviderLoginsStore } from '../store/provider-logins.store';
import { ProviderLogin } from './provider-login';

/** The basis of a login: the provider's confirmation until a time, a refusal, or the login itself. */
export type Confirmation = { kind: 'provider'; until: Date } | { kind: 'ended' } | { kind: 'none' };

/**
 * Checks whether the provider still confirms a login. A confirmation lasts as long as the provider's token. Then the
 * provider is asked again (contract: Single sign-on), so a person who is deactivated there loses access when that token
 * expires.
 */
@Injectable()
export class ConfirmLogin {
  constructor(
    private readonly logins: ProviderLoginsStore,
    private readonly provider: ProviderLogin,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `unavailable` if the provider must be asked and does not answer */
  async execute(loginId: string): Promise<Confirmation> {
    const until = await this.logins.confirmedUntil(loginId);
    if (!until) return { kind: 'none' };
    if (until > this.clock.now()) return { kind: 'provider', until };
    const claimed = await this.logins.claim(loginId);
    // Another request is asking now, and ends the login if the provider refuses.
    if (!claimed) return { kind: 'provider', until: this.soon() };
    return this.ask(loginId, claimed.refreshToken);
  }

  private async ask(loginId: string, refreshToken: string | undefined): Promise<Confirmation> {
    if (refreshToken === undefined) return { kind: 'ended' };
    try {
      const confirmed = await this.provider.refresh(refreshToken);
      await this.logins.release(loginId, confirmed);
      return confirmed ? { kind: 'provider', until: confirmed.confirmedUntil } : { kind: 'ended' };
    } catch (error) {
      await this.logins.release(loginId);
      throw error;
    }
  }

  private soon(): Date {
    return new Date(this.clock.now().getTime() + SOON_MS);
  }
}

/** Longer than the provider may take to answer. */
const SOON_MS = 30_000;
