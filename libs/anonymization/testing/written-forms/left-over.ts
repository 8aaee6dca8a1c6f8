import { decodeHTML } from 'entities';
import type { BasicType } from '../../src/kinds/entity-type';

/** How much of a value is still readable in a text. */
export type LeftOver = 'whole' | 'part' | 'nothing';

const QUOTED_PRINTABLE = /(?:=[0-9A-F]{2})+/g;

/**
 * Returns how much of a value is readable in `sent` after all encodings are decoded. A last name, or more than a third of the
 * digits, counts as a part of it, as does an address without its @.
 */
export function leftOver(sent: string, value: string, type: BasicType): LeftOver {
  const decoded = decode(sent);
  if (type === 'Phone') return digitsLeft(decoded, value);
  const letters = lettersOf(decoded);
  if (letters.includes(lettersOf(value))) return 'whole';
  const parts = type === 'Names' ? value.split(' ').slice(1) : value.split('@');
  return parts.some((part) => letters.includes(lettersOf(part))) ? 'part' : 'nothing';
}

function digitsLeft(decoded: string, value: string): LeftOver {
  const digits = value.replace(/\D/g, '');
  const sent = decoded
    .normalize('NFKC')
    .replace(/\[[A-Z]+_\d+[A-Z]*\]/g, 'x')
    .replace(/[^\d\p{L}]/gu, '');
  if (sent.includes(digits)) return 'whole';
  const length = Math.floor(digits.length / 3) + 1;
  for (let at = 0; at + length <= digits.length; at += 1)
    if (sent.includes(digits.slice(at, at + length))) return 'part';
  return 'nothing';
}

/** Decodes escapes, entities, percent signs and quoted-printable, twice, because they nest. Removes tags. */
function decode(text: string): string {
  const once = (from: string): string =>
    decodeHTML(from)
      .replace(/=\r?\n/g, '')
      .replace(QUOTED_PRINTABLE, (found) => Buffer.from(found.replaceAll('=', ''), 'hex').toString())
      .replace(/(?:%[0-9A-Fa-f]{2})+/g, (found) => Buffer.from(found.replaceAll('%', ''), 'hex').toString())
      .replace(/\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, four?: string, two?: string) =>
        String.fromCharCode(parseInt(four ?? two ?? '', 16)),
      )
      .replace(/\\+[nrt]/g, ' ');
  return once(once(text)).replace(/<[^<>]{0,200}>/g, '');
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
