import { createSecretKey, generateKeySync, randomBytes } from 'node:crypto';
import { DataKey } from './data-key';
import { KeyRing } from './key-ring';

const newKey = () => generateKeySync('aes', { length: 256 });
const knownKey = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const named = (id: string) => ({ id, key: newKey() });
const SUBJECT = '01890000-0000-7000-8000-000000000001';
const BINDING = 'turns.prompt:7';

describe('KeyRing', () => {
  it('unwraps data keys that an older main key of the ring wrapped [PRIV-10]', () => {
    const old = named('2025');
    const dataKey = newKey();
    const wrapped = new KeyRing([old]).wrap(dataKey, SUBJECT);
    expect(new KeyRing([named('2026'), old]).unwrap(wrapped, SUBJECT).equals(dataKey)).toBe(true);
  });

  it('names the key that is missing from the ring', () => {
    const wrapped = new KeyRing([named('2025')]).wrap(newKey(), SUBJECT);
    expect(() => new KeyRing([named('2026')]).unwrap(wrapped, SUBJECT)).toThrow('lacks the key 2025');
  });

  it('does not unwrap a key that was moved to another subject [SEC-73]', () => {
    const keyRing = new KeyRing([named('2026')]);
    const wrapped = keyRing.wrap(newKey(), SUBJECT);
    expect(() => keyRing.unwrap(wrapped, 'another')).toThrow();
  });

  it('returns the same hash for one purpose and another hash for another purpose', () => {
    const keyRing = new KeyRing([named('2026')]);
    expect(keyRing.hash('login', 'ada@example.com')).toBe(keyRing.hash('login', 'ada@example.com'));
    expect(keyRing.hash('login', 'ada@example.com')).not.toBe(keyRing.hash('upload', 'ada@example.com'));
  });
});

describe('DataKey', () => {
  const bytes = newKey();
  const key = new DataKey(SUBJECT, bytes);
  const ofAnother = new DataKey('other', bytes);

  it('opens what it sealed, byte for byte [PRIV-93]', () => {
    const plain = Buffer.from('Grüße, \0 \u{1F600}');
    expect(key.open(key.seal(plain, BINDING), BINDING)).toEqual(plain);
    expect(key.openText(key.seal('', BINDING), BINDING)).toBe('');
  });

  it('never produces the same ciphertext twice', () => {
    expect(key.seal('same', BINDING)).not.toEqual(key.seal('same', BINDING));
  });

  it.each([
    ['another row', (sealed: Buffer) => key.open(sealed, 'turns.prompt:8')],
    ['another column', (sealed: Buffer) => key.open(sealed, 'turns.answer:7')],
    ['another subject', (sealed: Buffer) => ofAnother.open(sealed, BINDING)],
    [
      'a changed byte',
      (sealed: Buffer) =>
        key.open(Buffer.from(sealed.map((byte, i) => (i === 14 ? byte ^ 1 : byte))), BINDING),
    ],
    ['a cut end', (sealed: Buffer) => key.open(sealed.subarray(0, 20), BINDING)],
  ])('does not open in %s [SEC-72]', (_, open) => {
    expect(() => open(key.seal('secret', BINDING))).toThrow();
  });

  it('derives one key per salt, binding and subject', () => {
    const salt = randomBytes(32);
    const derived = key.derive(salt, BINDING);
    expect(key.derive(salt, BINDING).equals(derived)).toBe(true);
    for (const other of [
      key.derive(randomBytes(32), BINDING),
      key.derive(salt, 'another'),
      ofAnother.derive(salt, BINDING),
    ])
      expect(other.equals(derived)).toBe(false);
  });

  it('returns the same lookup hash for one value, purpose and subject', () => {
    const hash = key.blindIndex('lookup');
    expect(key.blindIndex('lookup')('ada')).toBe(hash('ada'));
    for (const other of [
      hash('Ada'),
      key.blindIndex('another')('ada'),
      ofAnother.blindIndex('lookup')('ada'),
    ])
      expect(other).not.toBe(hash('ada'));
  });

  it('opens what it sealed after it was wrapped by a main key and unwrapped', () => {
    const keyRing = new KeyRing([named('2026')]);
    const unwrapped = new DataKey(SUBJECT, keyRing.unwrap(key.wrappedBy(keyRing), SUBJECT));
    expect(unwrapped.openText(key.seal('secret', BINDING), BINDING)).toBe('secret');
  });
});

describe('the stored forms', () => {
  const keyRing = new KeyRing([{ id: '2026', key: knownKey(1) }]);
  const key = new DataKey(SUBJECT, knownKey(1));

  it('stay readable: a ciphertext, a wrapped key, a derived key and a hash do not change', () => {
    const sealed = '0102020202020202020202020240a40af589c8a44c4506020aa2993b2ec10bfe3030bf90';
    expect(key.openText(Buffer.from(sealed, 'hex'), BINDING)).toBe('Grüße');
    const wrapped =
      '0102020202020202020202020203d2cd4d4e53c5f9d7c8b8cc58a3c6b6a6b1d5ebefb58975d983e4ff7cff707b71c9298c3f135262a847121fdadeab12';
    const unwrapped = keyRing.unwrap({ keyId: '2026', wrapped: Buffer.from(wrapped, 'hex') }, SUBJECT);
    expect(unwrapped.equals(knownKey(4))).toBe(true);
    expect(key.derive(Buffer.alloc(32, 3), BINDING).export().toString('hex')).toBe(
      '98bf0d3c1d21b2492b011b2bcd1b4b49b7fad6131671a2c2e5ed32348920a4f0',
    );
    expect(keyRing.hash('login', 'ada@example.com')).toBe('9X095UPfF2EtHoXJrb6vESh2hviVVe9Ya_3nmQqg7YA');
    expect(key.blindIndex('lookup')('Grüße')).toBe('-4754810451350901623');
  });
});
