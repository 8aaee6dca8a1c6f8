import { AppError, Clock } from '@app/common';
import type { ProviderLoginsStore } from '../store/provider-logins.store';
import { ConfirmLogin } from './confirm-login';
import type { ConfirmedLogin, ProviderLogin } from './provider-login';

const NOW = new Date('2026-01-01T12:00:00Z');
const LATER = new Date('2026-01-01T13:00:00Z');
const clock: Clock = { now: () => NOW };

/** Asks whether a login is confirmed, and returns what was done for it. */
async function confirm({
  until,
  claimed,
  answer = async () => undefined,
}: {
  /** The end of the last confirmation; absent for a login with a password. */
  until?: Date;
  /** The refresh token if this process may ask the provider; absent if another process asks. */
  claimed?: { refreshToken: string | undefined };
  answer?: () => Promise<ConfirmedLogin | undefined>;
}) {
  const released: (ConfirmedLogin | undefined)[] = [];
  const refreshed: string[] = [];
  const logins = {
    confirmedUntil: async () => until,
    claim: async () => claimed,
    release: async (_: string, confirmed?: ConfirmedLogin) => void released.push(confirmed),
  } as unknown as ProviderLoginsStore;
  const provider = {
    refresh: (token: string) => {
      refreshed.push(token);
      return answer();
    },
  } as unknown as ProviderLogin;
  const result = await new ConfirmLogin(logins, provider, clock)
    .execute('login')
    .catch((error: unknown) => (error as AppError).code);
  return { result, released, refreshed };
}

describe('the confirmation of a login', () => {
  it('is not needed by a login with a password', async () => {
    expect(await confirm({})).toEqual({ result: { kind: 'none' }, released: [], refreshed: [] });
  });

  it('is valid until its end, without asking the provider', async () => {
    const { result, refreshed } = await confirm({ until: LATER, claimed: { refreshToken: 'r' } });
    expect(result).toEqual({ kind: 'provider', until: LATER });
    expect(refreshed).toEqual([]);
  });

  it('is renewed by the provider after its end, and the renewal is stored', async () => {
    const renewed = { confirmedUntil: LATER, refreshToken: 'next' };
    expect(
      await confirm({ until: NOW, claimed: { refreshToken: 'r' }, answer: async () => renewed }),
    ).toEqual({ result: { kind: 'provider', until: LATER }, released: [renewed], refreshed: ['r'] });
  });

  it('ends the login if the provider refuses the person', async () => {
    expect(await confirm({ until: NOW, claimed: { refreshToken: 'r' } })).toStrictEqual({
      result: { kind: 'ended' },
      released: [undefined],
      refreshed: ['r'],
    });
  });

  it('ends the login if nothing can renew it', async () => {
    const { result, refreshed } = await confirm({ until: NOW, claimed: { refreshToken: undefined } });
    expect(result).toEqual({ kind: 'ended' });
    expect(refreshed).toEqual([]);
  });

  it('lasts 30 seconds longer while another process asks', async () => {
    const { result } = await confirm({ until: NOW });
    expect(result).toEqual({ kind: 'provider', until: new Date('2026-01-01T12:00:30Z') });
  });

  it('lets the next request ask if the provider does not answer', async () => {
    const away = () => Promise.reject(new AppError('unavailable', 'away'));
    const { result, released } = await confirm({
      until: NOW,
      claimed: { refreshToken: 'r' },
      answer: away,
    });
    expect(result).toBe('unavailable');
    expect(released).toStrictEqual([undefined]);
  });
});
