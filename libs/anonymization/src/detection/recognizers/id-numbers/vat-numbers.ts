import * as atUid from 'stdnum/lib/cjs/at/uid';
import * as beVat from 'stdnum/lib/cjs/be/vat';
import * as chUid from 'stdnum/lib/cjs/ch/uid';
import * as czDic from 'stdnum/lib/cjs/cz/dic';
import * as deVat from 'stdnum/lib/cjs/de/vat';
import * as esNif from 'stdnum/lib/cjs/es/nif';
import * as frTva from 'stdnum/lib/cjs/fr/tva';
import * as gbVat from 'stdnum/lib/cjs/gb/vat';
import * as ieVat from 'stdnum/lib/cjs/ie/vat';
import * as itIva from 'stdnum/lib/cjs/it/iva';
import * as nlBtw from 'stdnum/lib/cjs/nl/btw';
import * as plNip from 'stdnum/lib/cjs/pl/nip';
import * as ptNif from 'stdnum/lib/cjs/pt/nif';
import * as seVat from 'stdnum/lib/cjs/se/vat';

interface Validator {
  validate: (value: string) => { isValid: boolean };
}

/** Validators of value added tax numbers by country prefix. A sole trader's number identifies a person. */
const VALIDATORS: Readonly<Record<string, Validator>> = {
  AT: atUid,
  BE: beVat,
  CHE: chUid,
  CZ: czDic,
  DE: deVat,
  ES: esNif,
  FR: frTva,
  GB: gbVat,
  IE: ieVat,
  IT: itIva,
  NL: nlBtw,
  PL: plNip,
  PT: ptNif,
  SE: seVat,
};

/** A country's prefix and a possible number: at least seven digits, in any grouping. */
export const VAT_SHAPE =
  '(?:CHE|AT|BE|CZ|DE|ES|FR|GB|IE|IT|NL|PL|PT|SE)[ -]?(?=(?:[A-Z0-9]?[ .-]?){0,4}\\d)[A-Z0-9](?:[ .-]?[A-Z0-9]){7,11}';

/** Returns whether the check digits are valid for the country at the beginning of the number. */
export function isVatNumber(written: string): boolean {
  const compact = written.replace(/[\s\u00a0.-]+/g, '');
  if ((compact.match(/\d/g)?.length ?? 0) < 7) return false;
  const prefix = compact.startsWith('CHE') ? 'CHE' : compact.slice(0, 2);
  const validator = VALIDATORS[prefix];
  if (!validator) return false;
  return [compact, compact.slice(2)].some((value) => validator.validate(value).isValid);
}
