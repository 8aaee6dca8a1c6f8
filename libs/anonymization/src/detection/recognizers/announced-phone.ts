import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';
import type { Span } from '../../span';
import { isAnnouncedAsOther } from './not-a-phone';

/**
 * A number right after a word that says so: "Tel.: 3448/4396066", "Durchwahl -27", "call 555-0100".
 * Here the word decides, not the numbering plan, since local, fictional and mistyped numbers are private too.
 */
const ANNOUNCED =
  /(?:(?<![\p{L}\p{N}])(?:tel(?:e(?:fon|phone|fax))?(?:[ -]?(?:nummer|nr|number|no))?|fon|phone(?:[ -]?(?:number|no))?|fax(?:nummer|[ -]?nr)?|mobile?(?:nummer|telefon)?(?:[ -]?(?:number|no|nr))?|handy(?:nummer|nr)?|cell(?: ?phone)?|festnetz(?:nummer)?|hotline|durchwahl|direct (?:dial|line)|contact number|rufnummer|call|dial|whatsapp|(?:contract|my|your|his|her|its|their|our|the) number|meine nummer|(?:der|dieser|folgender|meiner) (?:telefon)?nummer(?=.{5,40}(?:erreich|anruf))|contact(?:ing)? (?:me|us|him|her|them)|reach(?:ed|ing)?(?: (?:me|us|him|her|them))?(?= (?:at|on|via|through|by|under)\b))(?![\p{L}\p{N}])|☎|📞|📱)(?:(?: ?(?:is|ist|lautet|at|on|via|through|by|under|me|us|him|her|them|unter|an|oder|or|and|und|number|nr|nummer|mobil|privat|office|home|büro|dienstlich|work)(?![\p{L}]))|[ \t.:=("'?*|-]){1,8}(?<number>\+?\(?\d[\d \t()./–-]{3,28}\d)(?![\d\p{L}_%€]|[.,:]\d)/giu;

const FEWEST_DIGITS = 5;
const MOST_DIGITS = 17;

/** Numbers that a word announces, in the text in which other numbers are hidden. */
export function findAnnouncedNumbers(text: string, regions: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const match of matchesOf(ANNOUNCED, text)) {
    const number = (match.groups?.number ?? '').replace(/[ \t]{2,}[^]*$/, '');
    const digits = number.replace(/\D/g, '');
    const start = match.index + match[0].length - (match.groups?.number ?? '').length;
    if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS || isAnnouncedAsOther(text, start))
      continue;
    spans.push({
      start,
      end: start + number.length,
      type: 'Phone',
      canonical: canonicalOf(number, regions) ?? digits,
    });
  }
  return spans;
}

/** E.164 by the first region in which the number is valid. */
function canonicalOf(number: string, regions: readonly string[]): string | undefined {
  for (const region of regions) {
    const parsed = parsePhoneNumberFromString(number, region as CountryCode);
    if (parsed?.isValid()) return parsed.number;
  }
  return undefined;
}
