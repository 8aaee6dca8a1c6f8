import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { readBody } from '@app/common';
import { operate, operator, permitted, reverse, type Demand, type Operator } from './operators';

const HASH_KEY = createSecretKey(Buffer.alloc(32, 1));
const KEY = Buffer.from('1111111111111111');
const CARD = '4929 1234 5678 9012';
const apply = (given: object, value = CARD) =>
  operate(readBody(operator, given), value, 'CREDIT_CARD', HASH_KEY);
const mask = (chars_to_mask: number, from_end?: boolean) =>
  apply({ type: 'mask', masking_char: '*', chars_to_mask, ...(from_end && { from_end }) }, '😀abc');

describe('operators', () => {
  it('replace, redact, mask and keep a value', () => {
    expect(apply({ type: 'replace' })).toBe('<CREDIT_CARD>');
    expect(apply({ type: 'replace', new_value: 'X' })).toBe('X');
    expect(apply({ type: 'redact' })).toBe('');
    expect([mask(2), mask(3, true), mask(99), mask(-1)]).toEqual(['**bc', '😀***', '****', '😀abc']);
    expect(apply({ type: 'keep' })).toBe(CARD);
  });

  it('replace a value by at most 512 characters', () => {
    expect(apply({ type: 'replace', new_value: 'X'.repeat(512) })).toHaveLength(512);
    expect(() => apply({ type: 'replace', new_value: 'X'.repeat(513) })).toThrow(
      'must have at most 512 characters',
    );
  });

  it("hash with the organization's key and the caller's salt", () => {
    const hashed = apply({ type: 'hash' });
    expect(hashed).toMatch(/^[0-9a-f]{64}$/);
    expect(apply({ type: 'hash' })).toBe(hashed);
    expect(apply({ type: 'hash', salt: 'a salt of 16 bytes' })).not.toBe(hashed);
    expect(apply({ type: 'hash', hash_type: 'sha512' })).toMatch(/^[0-9a-f]{128}$/);
    const other = createSecretKey(Buffer.alloc(32, 2));
    expect(operate({ type: 'hash', hash_type: 'sha256' }, CARD, 'X', other)).not.toBe(hashed);
  });

  it('decrypt what Presidio encrypted', () => {
    const encrypted = 'e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy';
    expect(reverse({ type: 'decrypt', key: KEY }, encrypted)).toBe('text_for_encryption');
  });

  it('decrypt what they encrypted, with keys of each length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(16, 24, 32), (given, length) => {
        const value = given.toWellFormed();
        const key = Buffer.alloc(length, 7);
        const encrypted = operate({ type: 'encrypt', key }, value, 'X', undefined);
        expect(encrypted).toMatch(/^[\w-]+=*$/);
        expect(reverse({ type: 'decrypt', key }, encrypted)).toBe(value);
      }),
    );
  });

  it.each(['', 'no base64!', 'AAAA', 'A'.repeat(64)])('do not decrypt %j', (text) => {
    expect(() => reverse({ type: 'decrypt', key: KEY }, text)).toThrow(/must be the places/);
  });

  it.each([
    [{ type: 'custom' }, 'body.type must be replace'],
    [{ type: 'hash', hash_type: 'md5' }, 'hash_type must be sha256 or sha512'],
    [{ type: 'hash', salt: 'short' }, 'salt must have at least 16 bytes'],
    [{ type: 'encrypt', key: 'short' }, 'key must be a text of 128, 192 or 256 bits'],
    [{ type: 'mask', masking_char: '**', chars_to_mask: 1 }, 'masking_char must be one character'],
  ])('are refused: %j', (given, message) => {
    expect(() => readBody(operator, given)).toThrow(message.replace('body.', ''));
  });
});

describe('an operator for a value of the policy', () => {
  const anyOperator: fc.Arbitrary<Operator> = fc.oneof(
    fc.constantFrom<Operator>({ type: 'redact' }, { type: 'keep' }, { type: 'encrypt', key: KEY }),
    fc.constantFrom<Operator>({ type: 'hash', hash_type: 'sha256' }, { type: 'replace' }),
    fc.record({
      type: fc.constant('mask' as const),
      masking_char: fc.constant('*'),
      chars_to_mask: fc.integer({ min: -3, max: 30 }),
      from_end: fc.boolean(),
    }),
  );
  const applied = (asked: Operator, demand: Demand) =>
    operate(permitted(asked, demand), CARD, 'CREDIT_CARD', HASH_KEY);

  it('leaves no character of a value that is always hidden', () => {
    fc.assert(
      fc.property(anyOperator, (asked) => {
        expect(applied(asked, 'hidden')).not.toMatch(/4929|9012| /);
      }),
    );
  });

  it('never returns a value that cannot be kept', () => {
    fc.assert(fc.property(anyOperator, (asked) => expect(applied(asked, 'never kept')).not.toBe(CARD)));
    expect(
      applied({ type: 'mask', masking_char: '*', chars_to_mask: 15, from_end: false }, 'never kept'),
    ).toBe('***************9012');
  });

  it('leaves nothing from which a removed value could be computed', () => {
    fc.assert(
      fc.property(anyOperator, (asked) => {
        expect(['', '<CREDIT_CARD>']).toContain(applied(asked, 'removed'));
      }),
    );
  });
});
