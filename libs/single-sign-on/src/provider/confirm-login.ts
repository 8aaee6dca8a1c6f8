import { Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { ProviderLoginsStore } from '../store/provider-logins.store';
import { ProviderLogin } from './provider-login';

/** What a login may count on: the provider until a time, nobody any more, or nothing but itself. */
export type Confirmation = { kind: 'provider'; until: Date } | { kind: 'ended' } | { kind: 'none' };

/**
 * Whether the provider still vouches for a login: what it said holds as long as its own token, then it is asked again
 * (contract: Single sign-on). So whoever is deactivated there is out here when that token ends.
 */
@Injectable()
export class ConfirmLogin {
  constructor(
    private readonly logins: ProviderLoginsStore,
    private readonly provider: ProviderLogin,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `unavailable` where the provider would have to be asked and does not answer */
  async execute(loginId: string): Promise<Confirmation> {
    const until = await this.logins.confirmedUntil(loginId);
    if (!until) return { kind: 'none' };
    if (until > this.clock.now()) return { kind: 'provider', until };
    const claimed = await this.logins.claim(loginId);
    // Another request asks at this moment, and ends the login where the answer is no.
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
