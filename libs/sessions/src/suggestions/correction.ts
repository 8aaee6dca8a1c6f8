import { createHmac, type KeyObject } from 'node:crypto';
import { formOf, kindOf, type Rules, type Span } from '@app/anonymization';

/** What a user did with a value: left it in the text although it was found, or hid it although it was not. */
export const CORRECTION_ACTIONS = ['keep', 'hide'] as const;
export type CorrectionAction = (typeof CORRECTION_ACTIONS)[number];

export interface Correction {
  action: CorrectionAction;
  value: string;
}

/** The longest value that a policy may contain. */
const MAX_LENGTH = 200;

/** Returns the words of a request as corrections, without those that no policy could contain. */
export const correctionsOf = (words: Partial<Record<CorrectionAction, readonly string[]>>): Correction[] =>
  CORRECTION_ACTIONS.flatMap((action) => (words[action] ?? []).map((value) => ({ action, value }))).filter(
    ({ value }) => value.trim() !== '' && value.length <= MAX_LENGTH,
  );

/** Returns the same value with the other action. */
export const oppositeOf = ({ action, value }: Correction): Correction => ({
  action: action === 'keep' ? 'hide' : 'keep',
  value,
});

/** Returns the keyed hash of a correction, as a signed decimal number of 64 bits. */
export const hashOf = (key: KeyObject, { action, value }: Correction): string =>
  createHmac('sha256', key)
    .update(`${action}:${formOf(value)}`)
    .digest()
    .readBigInt64BE()
    .toString();

/**
 * Returns those of the values that detection found in the texts of a call, and only as kinds that may stay in them. Others are
 * no corrections: a card number stays hidden, whatever a request keeps.
 */
export function foundValues(
  keep: readonly string[],
  texts: readonly { text: string; spans: readonly Span[] }[],
  { modes }: Pick<Rules, 'modes'>,
): string[] {
  if (keep.length === 0) return [];
  const forms = new Map(keep.map((value) => [formOf(value), value]));
  const found = new Map<string, boolean>();
  for (const { text, spans } of texts)
    for (const { start, end, type } of spans) {
      const form = formOf(text.slice(start, end));
      const stays = kindOf(type).mayStay && modes[type] !== 'remove' && modes[type] !== 'block';
      if (forms.has(form)) found.set(form, stays && found.get(form) !== false);
    }
  return [...forms].flatMap(([form, value]) => (found.get(form) ? [value] : []));
}
