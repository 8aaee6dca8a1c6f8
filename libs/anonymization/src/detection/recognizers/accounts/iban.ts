import type { Range } from '../../../text/spans/ranges';
import { matchesInRegions } from '../cues/digit-regions';
import type { SearchedText } from '../../searched-text';

/** ISO 13616: the length of each country's accounts. */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AO25 AT20 AZ28 BA20 BE16 BF28 BG22 BH22 BI27 BJ28 BR29 BY28 CF27 CG27 CH21 CI28 CM27 CR22 CV25 CY28 ' +
    'CZ24 DE22 DJ27 DK18 DO28 DZ26 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GA27 GB22 GE22 GI23 GL18 GQ27 GR27 GT28 GW25 HN28 ' +
    'HR21 HU28 IE22 IL23 IQ23 IR26 IS26 IT27 JO30 KM27 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MA28 MC27 MD24 ME22 ' +
    'MG27 MK19 ML28 MN20 MR27 MT31 MU30 MZ25 NE28 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 ' +
    'SD18 SE24 SI19 SK24 SM27 SN28 SO23 ST25 SV28 TD27 TG28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const START = /(?<![\p{L}\p{N}])[A-Z]{2}[ \u00a0]?\d[ \u00a0]?\d/giu;
const SEPARATORS = 3;

export interface Iban extends Range {
  /** Without blanks, in capitals */
  canonical: string;
  isValid: boolean;
}

/**
 * Returns everything with the form of an IBAN of its country, in any grouping, and whether its check digits are valid.
 */
export function ibansIn({ text, digitRegions }: SearchedText): Iban[] {
  const found: Iban[] = [];
  for (const { start: index } of matchesInRegions(START, digitRegions)) {
    const iban = ibanAt(text, index);
    if (iban) found.push(iban);
  }
  return found;
}

/** Checks ISO 7064, mod 97-10. @param iban without blanks, in capitals */
export function hasIbanDigits(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

function ibanAt(text: string, start: number): Iban | undefined {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return undefined;
  let [compact, at, skipped] = ['', start, 0];
  for (; compact.length < length; at += 1) {
    const sign = text[at] ?? '';
    if (/^[A-Za-z0-9]$/.test(sign)) [compact, skipped] = [compact + sign, 0];
    else if (/^[ \u00a0\t.\-–_/]$/.test(sign) && (skipped += 1) <= SEPARATORS) continue;
    else return undefined;
  }
  if (/[\p{L}\p{N}]/u.test(text[at] ?? '')) return undefined;
  const canonical = compact.toUpperCase();
  // Words are not groups of an account: "AT 20 bis 30 Grad ...".
  const digits = canonical.match(/\d/g)?.length ?? 0;
  const isValid = hasIbanDigits(canonical);
  return isValid || digits >= length / 2 ? { start, end: at, canonical, isValid } : undefined;
}
