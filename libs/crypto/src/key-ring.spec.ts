import { randomBytes } from 'node:crypto';
import { DataKey } from './data-key';
import { KeyRing } from './key-ring';

const named = (id: string) => ({ id, key: randomBytes(32) });
const SUBJECT = '01890000-0000-7000-8000-000000000001';

describe('KeyRing', () => {
  it('unwraps what an older key of the ring wrapped', () => {
    const old = named('2025');
    const dataKey = randomBytes(32);
    const wrapped = new KeyRing([old]).wrap(dataKey, SUBJECT);
    expect(new KeyRing([named('2026'), old]).unwrap(wrapped, SUBJECT)).toEqual(dataKey);
  });

  it('names the key that is missing from the ring', () => {
    const wrapped = new KeyRing([named('2025')]).wrap(randomBytes(32), SUBJECT);
    expect(() => new KeyRing([named('2026')]).unwrap(wrapped, SUBJECT)).toThrow('lacks the key 2025');
  });

  it('does not unwrap a key that was moved to another subject', () => {
    const ring = new KeyRing([named('2026')]);
    const wrapped = ring.wrap(randomBytes(32), SUBJECT);
    expect(() => ring.unwrap(wrapped, 'another')).toThrow();
  });

  it('hashes alike for one purpose and differently for another', () => {
    const ring = new KeyRing([named('2026')]);
    expect(ring.hash('login', 'ada@example.com')).toBe(ring.hash('login', 'ada@example.com'));
    expect(ring.hash('login', 'ada@example.com')).not.toBe(ring.hash('upload', 'ada@example.com'));
  });
});

describe('DataKey', () => {
  const key = new DataKey(SUBJECT, randomBytes(32));
  const place = 'turns.prompt:7';

  it('opens what it sealed, byte for byte', () => {
    const plain = Buffer.from('Grüße, \0 \u{1F600}');
    expect(key.open(key.seal(plain, place), place)).toEqual(plain);
    expect(key.openText(key.seal('', place), place)).toBe('');
  });

  it('never makes the same ciphertext twice', () => {
    expect(key.seal('same', place)).not.toEqual(key.seal('same', place));
  });

  it.each([
    ['another row', (sealed: Buffer) => key.open(sealed, 'turns.prompt:8')],
    ['another column', (sealed: Buffer) => key.open(sealed, 'turns.answer:7')],
    ['another subject', (sealed: Buffer) => new DataKey('other', randomBytes(32)).open(sealed, place)],
    [
      'a changed byte',
      (sealed: Buffer) => key.open(Buffer.from(sealed.map((byte, i) => (i === 14 ? byte ^ 1 : byte))), place),
    ],
    ['a cut end', (sealed: Buffer) => key.open(sealed.subarray(0, 20), place)],
  ])('does not open in %s', (_, open) => {
    expect(() => open(key.seal('secret', place))).toThrow();
  });

  it('derives one key per salt, place and subject', () => {
    const salt = randomBytes(32);
    expect(key.derive(salt, place)).toEqual(key.derive(salt, place));
    const others = [
      key.derive(randomBytes(32), place),
      key.derive(salt, 'another'),
      new DataKey('other', randomBytes(32)).derive(salt, place),
    ];
    expect(others).not.toContainEqual(key.derive(salt, place));
  });
});
