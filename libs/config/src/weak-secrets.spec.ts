import { createECDH, randomBytes } from 'node:crypto';
import { isExample, isWeakKey, isWeakPassword, isWeakSecret } from './weak-secrets';

describe('a key', () => {
  it.each([
    ['of zeros', Buffer.alloc(32)],
    ['of one byte', Buffer.alloc(32, 0xa5)],
    ['of consecutive numbers', Buffer.from(Array.from({ length: 32 }, (_, i) => i))],
    ['that repeats a pattern', Buffer.alloc(32, randomBytes(8))],
    ['that is a text', Buffer.from('correct horse battery staple 123')],
    ['of RFC 6979', Buffer.from('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721', 'hex')],
    ['of RFC 7515', Buffer.from('jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI', 'base64url')],
    ['that is a small number', Buffer.from('1'.padStart(64, '0'), 'hex')],
  ])('%s is weak', (_, key) => {
    expect(isWeakKey(key)).toBe(true);
  });

  it('that is random is not', () => {
    for (let i = 0; i < 5_000; i += 1) expect(isWeakKey(randomBytes(32))).toBe(false);
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    expect(isWeakKey(pair.getPrivateKey())).toBe(false);
  });
});

describe('a secret', () => {
  it.each([
    'changeme',
    'Change-Me_123!',
    'password',
    'postgres',
    'minioadmin',
    'admin-123456789!',
    'secret',
    'short',
    'aaaaaaaaaaaaaaaa',
    '12345678',
    'sk-...',
    '<your-token>',
  ])('%j is weak', (secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  });

  it('that is random is not, whatever its alphabet', () => {
    for (let i = 0; i < 2_000; i += 1)
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(isWeakSecret(randomBytes(16).toString(encoding), { minLength: 16 })).toBe(false);
    expect(isWeakSecret('4920a7318b5062947c13580697412358')).toBe(false);
  });

  it('in an address is weak if it is a name in that address', () => {
    expect(isWeakPassword('postgres://privacy_chat:privacy_chat@db/x')).toBe(true);
    expect(isWeakPassword('postgres://u:privacy_chat@db/privacy_chat')).toBe(true);
    expect(isWeakPassword('postgres://u:p%40ssword@db/x')).toBe(false);
    expect(isWeakPassword('postgres://u@db/x')).toBe(false);
    expect(isWeakPassword(`redis://:${randomBytes(24).toString('hex')}@redis:6379/0`)).toBe(false);
  });
});

it.each([
  ['sk-...', true],
  ['your-api-key', true],
  ['changeme', true],
  ['ollama', false],
  ['EMPTY', false],
  ['sk-proj-4fA9', false],
  [undefined, false],
])('the key %j of another server is an example: %j', (key, expected) => {
  expect(isExample(key)).toBe(expected);
});
