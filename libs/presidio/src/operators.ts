import { createHmac, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { decrypt, encrypt } from './aes';

const KEY_BYTES = new Set([16, 24, 32]);
/** Presidio's minimum. */
const SALT_BYTES = 16;
/** The maximum number of characters that replace a value */
export const MAX_NEW_VALUE = 512;

const text = z.string({ error: 'must be a text' });
const key = text
  .transform((given) => Buffer.from(given, 'utf8'))
  .refine(({ length }) => KEY_BYTES.has(length), { error: 'must be a text of 128, 192 or 256 bits' });
const TYPES = 'must be replace, redact, mask, hash, encrypt or keep';

/** An operator of `anonymize` as the caller writes it. */
export const operator = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('replace'),
      new_value: text
        .max(MAX_NEW_VALUE, { error: `must have at most ${MAX_NEW_VALUE} characters` })
        .nullish(),
    }),
    z.object({ type: z.literal('redact') }),
    z.object({
      type: z.literal('mask'),
      masking_char: text.refine((given) => [...given].length === 1, { error: 'must be one character' }),
      chars_to_mask: z.int({ error: 'must be a whole number' }),
      from_end: z.boolean({ error: 'must be true or false' }).default(false),
    }),
    z.object({
      type: z.literal('hash'),
      hash_type: z.enum(['sha256', 'sha512'], { error: 'must be sha256 or sha512' }).default('sha256'),
      salt: text
        .refine((given) => Buffer.byteLength(given) >= SALT_BYTES, {
          error: `must have at least ${SALT_BYTES} bytes`,
        })
        .optional(),
    }),
    z.object({ type: z.literal('encrypt'), key }),
    z.object({ type: z.literal('keep') }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? TYPES : 'must be an object') },
);
export type Operator = z.infer<typeof operator>;

/** An operator of `deanonymize`. */
export const reverseOperator = z.discriminatedUnion(
  'type',
  [z.object({ type: z.literal('decrypt'), key }), z.object({ type: z.literal('deanonymize_keep') })],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? 'must be decrypt or deanonymize_keep' : 'must be an object',
  },
);
export type ReverseOperator = z.infer<typeof reverseOperator>;

/** The operator for entities that the caller names none for. */
export const DEFAULT_OPERATOR: Operator = { type: 'replace' };

/** @param hashKey the organization's key, if an operator hashes */
export function operate(
  applied: Operator,
  value: string,
  entityType: string,
  hashKey: KeyObject | undefined,
): string {
  switch (applied.type) {
    case 'replace':
      return applied.new_value || `<${entityType}>`;
    case 'redact':
      return '';
    case 'mask':
      return mask(applied, [...value]);
    case 'hash':
      if (!hashKey) throw new Error('A key for hashes is missing');
      return createHmac(applied.hash_type, hashKey)
        .update(value)
        .update(applied.salt ?? '')
        .digest('hex');
    case 'encrypt':
      return encrypt(value, applied.key);
    case 'keep':
      return value;
  }
}

/** @throws AppError `bad_request` if the text was not encrypted with the operator's key */
export const reverse = (applied: ReverseOperator, value: string): string =>
  applied.type === 'decrypt' ? decrypt(value, applied.key) : value;

function mask(
  { masking_char, chars_to_mask, from_end }: Extract<Operator, { type: 'mask' }>,
  characters: readonly string[],
): string {
  const count = Math.min(characters.length, Math.max(0, chars_to_mask));
  const masked = masking_char.repeat(count);
  if (!from_end) return masked + characters.slice(count).join('');
  return characters.slice(0, characters.length - count).join('') + masked;
}

/** What the policy says about a value. The strictest applies first. */
export type Demand = 'removed' | 'hidden' | 'never kept' | 'none';

const LEAVES_NOTHING: ReadonlySet<Operator['type']> = new Set(['replace', 'redact']);

/**
 * Returns the operator that the policy permits for a value: the caller's own, or a stricter one. A removed value is only
 * replaced or left out. No character stays of a value that is always hidden.
 */
export function permitted(asked: Operator, demand: Demand): Operator {
  if (demand === 'removed') return LEAVES_NOTHING.has(asked.type) ? asked : DEFAULT_OPERATOR;
  if (demand === 'none') return asked;
  if (asked.type === 'keep' || (asked.type === 'mask' && asked.chars_to_mask <= 0)) return DEFAULT_OPERATOR;
  if (asked.type === 'mask' && demand === 'hidden')
    return { ...asked, chars_to_mask: Number.MAX_SAFE_INTEGER };
  return asked;
}
