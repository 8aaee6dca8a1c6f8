import { generateKeySync } from 'node:crypto';
import { assert, nat, property } from 'fast-check';
import { Clock } from '@app/common';
import { KeyRing } from '@app/crypto';
import { PendingLogins } from './pending-login';

class MovableClock extends Clock {
  at = 1_000;
  now(): Date {
    return new Date(this.at);
  }
}
const ring = (id = 'a.b-c') => new KeyRing([{ id, key: generateKeySync('aes', { length: 256 }) }]);
const LOGIN = { state: 's', nonce: 'n', verifier: 'v' };

describe('a pending login', () => {
  it('can be opened for ten minutes, and needs no escaping in a cookie', () => {
    const clock = new MovableClock();
    const logins = new PendingLogins(ring(), clock);
    const sealed = logins.seal(LOGIN);
    expect(sealed).toMatch(/^[\w.-]+$/);
    expect(Buffer.from(sealed.split('.').at(-1)!, 'base64url').toString()).not.toContain('verifier');
    expect(logins.open(sealed)).toMatchObject(LOGIN);
    clock.at += 10 * 60_000;
    expect(logins.open(sealed)).toBeUndefined();
  });

  it('cannot be opened by another deployment, nor can other data sealed with the same key', () => {
    const clock = new MovableClock();
    const keys = ring();
    const logins = new PendingLogins(keys, clock);
    expect(new PendingLogins(ring(), clock).open(logins.seal(LOGIN))).toBeUndefined();
    const { keyId, sealed } = keys.seal(Buffer.from(JSON.stringify({ ...LOGIN, expiresAt: 1e15 })), 'other');
    expect(logins.open(`${keyId}.${sealed.toString('base64url')}`)).toBeUndefined();
    for (const none of ['', '.', 'a.b-c.', 'a.b-c.AAAA']) expect(logins.open(none)).toBeUndefined();
  });

  it('cannot be opened if one byte differs', () => {
    const logins = new PendingLogins(ring('a'), new MovableClock());
    const sealed = Buffer.from(logins.seal(LOGIN).slice(2), 'base64url');
    assert(
      property(nat(sealed.length - 1), (at) => {
        const changed = Buffer.from(sealed);
        changed[at]! ^= 1;
        return logins.open(`a.${changed.toString('base64url')}`) === undefined;
      }),
    );
  });
});
