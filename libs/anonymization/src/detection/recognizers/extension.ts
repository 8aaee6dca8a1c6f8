import { matchesOf } from '@app/common';
import type { Span } from '../../spans/span';
import { digitsOf } from '../../text/digits';

/** As companies in North America write it: "x3-7714". */
const INTERNAL = /(?<![\p{L}\p{N}])x\d(?:-\d{4}|\d{3})(?![\d\p{L}%€]|[.,:/-]\d)/giu;
/** A short number behind a switchboard, named as such: "Durchwahl -23", "ext. 4417", "App. 12", "interno 12". */
const NAMED =
  /(?<![\p{L}\p{N}])(?:(?:durchwahl(?:nummer)?|nebenstelle|apparat|hausapparat|extension|toestel|doorkiesnummer|ramal|anexo|extensión|extensão|poste|kl\.|klappe|xtn\.?|intern|interno|wewnętrzny|[Ee]xtn?\.?|EXT\.?|[Aa]pp\.|DW|wew\.|int\.)(?: ?(?:ist|lautet|is|nr\.?|no\.?|number|nummer))?[ .:=]{0,3}[-–]?)(?<digits>\d{1,4}(?:[ -]?\d{2,3}){1,2}|\d{2,6})(?![\d\p{L}%€]|[.,:/-]\d)/giu;

/** Extensions that stand alone, the digits of each. */
export function findExtensions(text: string): Span[] {
  const named = [...matchesOf(NAMED, text)].map((match): Span => {
    const digits = match.groups?.digits ?? '';
    const end = match.index + match[0].length;
    const dash = /[-–]$/.test(match[0].slice(0, -digits.length)) ? 1 : 0;
    return { start: end - digits.length - dash, end, type: 'Phone', canonical: digitsOf(digits) };
  });
  const internal = [...matchesOf(INTERNAL, text)].map(({ 0: written, index }): Span => {
    return { start: index, end: index + written.length, type: 'Phone', canonical: digitsOf(written) };
  });
  return [...named, ...internal];
}
