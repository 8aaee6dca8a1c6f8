import { Secret } from 'otpauth';
import { makeRecoveryCodes, hashRecoveryCode } from './recovery-codes';
import { keyUri, makeSecret, stepOf } from './totp';

/** RFC 6238, appendix B: the secret of its SHA-1 vectors. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32;

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %d s is %s, as in RFC 6238 with eight digits', (seconds, code) => {
    expect(stepOf(code, SECRET, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-60, undefined],
    [-30, 1],
    [0, 1],
    [30, 1],
    [60, undefined],
  ])('are accepted one step early or late: %d s from their own [PRIV-78]', (seconds, step) => {
    expect(stepOf('287082', SECRET, new Date((59 + seconds) * 1000))).toBe(step);
  });

  it.each(['', '28708', '2870822', 'abcdef', '２８７０８２', '287082\n'])(
    'have six digits: %j is refused',
    (code) => {
      expect(stepOf(code, SECRET, new Date(59_000))).toBeUndefined();
    },
  );

  it('have secrets of 160 bits, and an address that apps can read [PRIV-76]', () => {
    const secret = makeSecret();
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(makeSecret()).not.toBe(secret);
    const uri = new URL(keyUri(secret, 'anna@company.example'));
    expect(decodeURIComponent(uri.pathname)).toBe('/privacy-chat:anna@company.example');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, digits: '6', period: '30' });
  });
});

describe('recovery codes', () => {
  it('are ten different codes with 80 random bits each [PRIV-77]', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  });

  it('are accepted in any spelling', () => {
    const [code] = makeRecoveryCodes() as [string];
    const hash = hashRecoveryCode(code);
    expect(hash).toEqual(expect.any(String));
    expect(hashRecoveryCode(code.toLowerCase())).toBe(hash);
    expect(hashRecoveryCode(` ${code.replaceAll('-', ' ')} `)).toBe(hash);
    expect(hashRecoveryCode('123456')).toBeUndefined();
  });
});
