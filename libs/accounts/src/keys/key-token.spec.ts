import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { newId } from '@app/common';
import { anyText } from '@app/testing';
import { makeKeyToken, readKeyToken } from './key-token';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it('has the format that secret scanners search for', () => {
    expect(makeKeyToken(newId()).token).toMatch(/^pck_[0-9A-Za-z]{22}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  });

  it('is different each time, even for the same id', () => {
    const id = newId();
    expect(makeKeyToken(id).token).not.toBe(makeKeyToken(id).token);
  });

  it('can be parsed for any id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const { token, hash } = makeKeyToken(id);
        const read = readKeyToken(token);
        expect(read?.id).toBe(id);
        expect(read?.hash.toString('base64url')).toBe(hash);
        expect(read?.hash).toEqual(createHash('sha256').update(token).digest());
      }),
    );
  });

  it('can be parsed for the smallest and the largest id', () => {
    for (const digit of ['0', 'f']) {
      const id = '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit);
      expect(readKeyToken(makeKeyToken(id).token)?.id).toBe(id);
    }
  });

  it('is refused with any one character changed, left out or added [SEC-62]', () => {
    const { token } = makeKeyToken(newId());
    const place = fc.nat(token.length - 1);
    const digit = fc.constantFrom(...BASE62);
    fc.assert(
      fc.property(place, digit, (at, other) => {
        const [before, here, after] = [token.slice(0, at), token[at], token.slice(at + 1)];
        if (other !== here) expect(readKeyToken(before + other + after)).toBeUndefined();
        expect(readKeyToken(before + after)).toBeUndefined();
        expect(readKeyToken(before + other + here + after)).toBeUndefined();
      }),
    );
  });

  it('is refused in any other format', () => {
    const text = fc.oneof(
      fc.string(),
      anyText().map((rest) => `pck_${rest}`),
    );
    fc.assert(fc.property(text, (token) => expect(readKeyToken(token)).toBeUndefined()));
    const { token } = makeKeyToken(newId());
    for (const other of [` ${token}`, `${token}\n`, token.toUpperCase(), token.replace('pck_', 'pcx_')])
      expect(readKeyToken(other)).toBeUndefined();
  });
});
