import { type CountryCode, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';
import { ANNOUNCING_ADDRESS } from '../../../lexicon/titles';
import type { Span } from '../../../text/spans/span';
import { digitsOf } from '../../../text/phone-digits';

/**
 * Returns the canonical form of all spellings of a number: E.164, by the first region in which it is valid, or else by the
 * first in which its length is possible. Without a matching numbering plan it is the bare digits.
 */
export function canonicalOf(written: string, regions: readonly string[]): string {
  const international = /^\s*\(?(?:00(?=[1-9])|011\s(?=[1-9]))/.test(written)
    ? written.replace(/^\s*\(?(?:00|011\s)\s?/, '+')
    : written;
  // "4915112345678", as programs write it
  const bare = /^\D*([1-9]\d{9,14})\D*$/.exec(written)?.[1];
  const plus = bare ? parsePhoneNumberFromString(`+${bare}`) : undefined;
  const withCode = plus?.isValid() ? plus : undefined;
  if (withCode?.country !== undefined && regions.includes(withCode.country)) return spelled(withCode);
  let possible: PhoneNumber | undefined;
  for (const region of regions) {
    const number = parsePhoneNumberFromString(international, region as CountryCode);
    if (number?.isValid()) return spelled(number);
    possible ??= number?.isPossible() ? number : undefined;
    if (international.startsWith('+')) break;
  }
  const number = withCode ?? possible;
  return number ? spelled(number) : digitsOf(written);
}

/** RFC 3966 */
const spelled = ({ number, ext }: PhoneNumber): string => (ext ? `${number};ext=${ext}` : number);

/** An extension after a number: "ext. 4417", "x123", "Durchwahl -23", "App. 12", "poste 45". */
const EXTENSION =
  /^[ \u00a0]?,?[ \u00a0]?\(?(?:ext(?:ension|n)?|x|durchwahl|dw|app(?:arat)?|hausapparat|nebenstelle|poste|anexo|int(?:erno|erne)?|ramal|extensão|toestel|tst|wew(?:n(?:ętrzny)?)?)[ .:#-]{0,3}(?<digits>\d{1,6})(?![\d\p{L}]|[.,]\d)/iu;
const REACH = 24;

/** Adds the extension to a found number, also in its canonical form (RFC 3966). */
export function withExtension(text: string, span: Span): Span {
  const match = EXTENSION.exec(text.slice(span.end, span.end + REACH));
  if (!match) return span;
  const base = span.canonical?.replace(/;ext=.*$/, '');
  return {
    ...span,
    end: span.end + match[0].length,
    ...(base !== undefined && { canonical: `${base};ext=${match.groups?.digits ?? ''}` }),
  };
}

/** An extension as companies in North America write it: "x3-7714". */
const INTERNAL = /(?<![\p{L}\p{N}])x\d(?:-\d{4}|\d{3})(?![\d\p{L}%€]|[.,:/-]\d)/giu;
/** A named extension without its number: "Durchwahl -23", "ext. 4417", "App. 12", "il mio interno è il 345". */
const NAMED =
  /(?<![\p{L}\p{N}])(?:(?:durchwahl(?:nummer)?|nebenstelle|apparat|hausapparat|extension|desk phone|internal (?:number|line)|direct line|toestel|tst\.|doorkiesnummer|ramal|anexo|extensión|extensão|número interno|numero interno|numéro interne|poste(?: interne)?|kl\.|klappe|xtn\.?|intern|interno|wewnętrzny|wewn?\.|[Ee]xtn?\.?|EXT\.?|[Aa]pp\.|DW|int\.)(?: ?(?:ist|lautet|is|est|es|è|é|ends in|nr\.?|no\.?|number|nummer|número)){0,2}(?: (?:die|le|el|il|o|the))?[ .:=]{0,3}[-–]?)(?<digits>\d{1,4}(?:[ -]?\d{2,3}){1,2}|\d{2,6})(?![\d\p{L}%€]|[.,:/-]\d| ?(?:[cmk]?m|kg|l|min|h|Std|EUR|Euros?|%|€)(?!\p{L}))/giu;

/** An extension beside a person or a telephone word: "Frau Keller (-2288)", "Tel. -4417". */
const BEHIND_DASH = new RegExp(
  `(?<=(?:(?<![\\p{L}\\p{N}])(?:tel|telefon|phone|fon)[.:]{0,2} |(?<!\\p{L})${ANNOUNCING_ADDRESS} (?:\\p{Lu}[\\p{L}.-]{1,30} ){0,1}\\p{Lu}[\\p{L}-]{1,30}(?:,| \\(|, \\(| )? ?))[-–]\\d{3,5}(?![\\d\\p{L}%€]|[.,:/-]\\d| ?[%€])`,
  'giu',
);

/** Finds extensions without their numbers, as the digits of each. */
export function findExtensions(text: string): Span[] {
  const named = [...matchesOf(NAMED, text)].map((match): Span => {
    const digits = match.groups?.digits ?? '';
    const end = match.index + match[0].length;
    const dash = /[-–]$/.test(match[0].slice(0, -digits.length)) ? 1 : 0;
    return { start: end - digits.length - dash, end, type: 'Phone', canonical: digitsOf(digits) };
  });
  const others = [...matchesOf(INTERNAL, text), ...matchesOf(BEHIND_DASH, text)].map(
    ({ 0: written, index }): Span => {
      return { start: index, end: index + written.length, type: 'Phone', canonical: digitsOf(written) };
    },
  );
  return [...named, ...others];
}

/** Words that announce a telephone number, before it. */
const BEFORE =
  /(?:\b(?:tele?(?:fon|phone|fax)?(?:[ -]?(?:nummer|nr|number|no))?|tlf|fon|phone(?:s|[ -]?(?:numbers?|no))?|fax(?:nummer|[ -]?nr)?|mobile?|mobil(?:e|funk)?(?:nummer|telefon)?(?:[ -]?(?:number|no|nr))?|handy(?:nummer|nr)?|cell(?:phone|ular)?|landline|festnetz(?:nummer)?|hotline|helpline|durchwahl|direct (?:dial|line)|contact (?:number|no)|ruf(?:nummer|t?en|st)?|anruf(?:en)?|angerufen|r[uü]ckruf(?:nummer)?|zurückrufen|erreichbar|zu erreichen|whatsapp|signal|sms|call(?:ed|ing|s|back)?|dial(?:ed|ing)?|text (?:me|us|him|her|them)|ring|reach(?:ed)?|voicemail|pager|octel|hausruf|wählen|wählt)\b|☎|📞|📱)/giu;
/** Words that announce a number unless something else is counted: "their number is", "die Nummer". */
const NUMBER = /\b(?:numbers?|nummer)\b/giu;
const AFTER =
  /^[)\].,;:\s"']{0,3}(?:(?:is|ist|lautet|war|was)\s(?:the|their|its|my|his|her|our|your|die|meine|deine|seine|ihre|unsere)\s)?(?:\w{1,20}\s){0,2}?(?:phone|telephone|contact number|number|cell|mobile|fax|telefon|handy|mobil|nummer|rufnummer|anrufen|erreichbar|zu erreichen|an\b(?=[.!]))/iu;

const REACH_BEFORE = 48;
const REACH_AFTER = 40;

/** Returns how surely the words around `[start, end)` announce a telephone number. */
export function phoneCue(text: string, start: number, end: number): 'named' | 'number' | 'none' {
  const before = text.slice(Math.max(0, start - REACH_BEFORE), start + 2);
  if (before.match(BEFORE)) return 'named';
  if (AFTER.test(text.slice(end, end + REACH_AFTER))) return 'number';
  return before.match(NUMBER) ? 'number' : 'none';
}

/**
 * Returns whether it is part of an identifier, a path or a larger number: `ab-212-265-1040`, `x_2122651040`,
 * `1,212-265-1040`.
 */
export function isPartOfToken(line: string, start: number, end: number): boolean {
  return (
    (/[\p{L}\p{N}][-_/@#&=]$|\p{N}\.$|[\p{L}\p{N}_\\%$€£]$|\d,$/u.test(
      line.slice(Math.max(0, start - 2), start),
    ) &&
      !/(?:tel|fax|phone|fon|mobil|mobile|cell|handy|wa\.me)[-_/=.]?$/iu.test(
        line.slice(Math.max(0, start - 8), start),
      )) ||
    /^(?:[-_/]?[\p{L}_@%€£]|[.,]\d|[-/:]\d)/u.test(line.slice(end, end + 2))
  );
}
