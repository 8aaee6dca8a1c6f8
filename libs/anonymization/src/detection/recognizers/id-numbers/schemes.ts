import * as arCuit from 'stdnum/lib/cjs/ar/cuit';
import * as atSvnr from 'stdnum/lib/cjs/at/vnr';
import * as auAbn from 'stdnum/lib/cjs/au/abn';
import * as auTfn from 'stdnum/lib/cjs/au/tfn';
import * as beInsz from 'stdnum/lib/cjs/be/insz';
import * as brCnpj from 'stdnum/lib/cjs/br/cnpj';
import * as brCpf from 'stdnum/lib/cjs/br/cpf';
import * as caBn from 'stdnum/lib/cjs/ca/bn';
import * as caSin from 'stdnum/lib/cjs/ca/sin';
import * as chSsn from 'stdnum/lib/cjs/ch/ssn';
import * as clRut from 'stdnum/lib/cjs/cl/rut';
import * as czRc from 'stdnum/lib/cjs/cz/rc';
import * as deIdnr from 'stdnum/lib/cjs/de/idnr';
import * as deStnr from 'stdnum/lib/cjs/de/stnr';
import * as deSvnr from 'stdnum/lib/cjs/de/svnr';
import * as dkCpr from 'stdnum/lib/cjs/dk/cpr';
import * as esDni from 'stdnum/lib/cjs/es/dni';
import * as esNie from 'stdnum/lib/cjs/es/nie';
import * as esNss from 'stdnum/lib/cjs/es/nss';
import * as fiHetu from 'stdnum/lib/cjs/fi/hetu';
import * as frNif from 'stdnum/lib/cjs/fr/nif';
import * as frNir from 'stdnum/lib/cjs/fr/nir';
import * as gbUtr from 'stdnum/lib/cjs/gb/utr';
import * as iePps from 'stdnum/lib/cjs/ie/pps';
import * as inAadhaar from 'stdnum/lib/cjs/in/aadhaar';
import * as itCodiceFiscale from 'stdnum/lib/cjs/it/codicefiscale';
import * as mxCurp from 'stdnum/lib/cjs/mx/curp';
import * as mxRfc from 'stdnum/lib/cjs/mx/rfc';
import * as nlBsn from 'stdnum/lib/cjs/nl/bsn';
import * as noFodselsnummer from 'stdnum/lib/cjs/no/fodselsnummer';
import * as plNip from 'stdnum/lib/cjs/pl/nip';
import * as plPesel from 'stdnum/lib/cjs/pl/pesel';
import * as ptCc from 'stdnum/lib/cjs/pt/cc';
import * as ptNif from 'stdnum/lib/cjs/pt/nif';
import * as roCnp from 'stdnum/lib/cjs/ro/cnp';
import * as sePersonnummer from 'stdnum/lib/cjs/se/personnummer';
import * as trTckimlik from 'stdnum/lib/cjs/tr/tckimlik';
import * as uaRntrc from 'stdnum/lib/cjs/ua/rntrc';
import * as usEin from 'stdnum/lib/cjs/us/ein';
import * as usSsn from 'stdnum/lib/cjs/us/ssn';
import { hasIcaoDigit } from './icao-9303';
import {
  isAustrianTaxNumber,
  isBelgianCareNumber,
  isDeaNumber,
  isHealthInsuranceNumber,
  isHungarianInsuranceNumber,
  isHungarianTaxNumber,
  isItin,
  isNhsNumber,
  isPhysicianNumber,
  isPisNumber,
  isPolishIdentityCard,
  isProviderNumber,
} from './own-checks';

/** A kind of number that an authority assigns. */
export interface Scheme {
  name: string;
  /** Its pattern, between characters other than letters and digits */
  shape: string;
  isValid: (written: string) => boolean;
  /**
   * Words as a piece of a regular expression with the flag `i`. One of them must be in the surrounding sentences, because other
   * numbers have the same shape. If absent, the shape is unique.
   */
  near?: string;
}

const by =
  ({ validate }: { validate: (value: string) => { isValid: boolean } }) =>
  (written: string): boolean =>
    validate(written.replace(/[\s\u00a0]+/g, '')).isValid;

const GAP = '[ \\u00a0]?';

/** The numbers of each country. `stdnum` verifies check digits if it supports them. */
export const SCHEMES: readonly Scheme[] = [
  // Germany
  { name: 'de.svnr', shape: `\\d{2}${GAP}\\d{6}${GAP}[A-Z]${GAP}\\d{3}`, isValid: by(deSvnr) },
  {
    name: 'de.idnr',
    shape: `\\d{2}${GAP}\\d{3}${GAP}\\d{3}${GAP}\\d{3}`,
    isValid: by(deIdnr),
    near: 'steuer|idnr|tax id',
  },
  {
    name: 'de.stnr',
    shape: '\\d{2,3}/\\d{3,4}/\\d{4,5}',
    isValid: by(deStnr),
    near: 'steuer|st\\.?-?nr|finanzamt',
  },
  {
    name: 'de.kvnr',
    shape: `[A-Z]${GAP}\\d{3}${GAP}\\d{3}${GAP}\\d{3}`,
    isValid: isHealthInsuranceNumber,
    near: 'kasse|versichert|kvnr|gkv|\\baok\\b|knappschaft|patient|\\bgeb\\.|\\btk\\b|barmer|\\bdak\\b|\\bbkk\\b|\\bikk\\b',
  },
  { name: 'de.lanr', shape: '\\d{9}', isValid: isPhysicianNumber, near: 'lanr|arztnummer|arzt-nr' },
  {
    name: 'de.document',
    shape: '[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\\d',
    isValid: hasIcaoDigit,
    near: 'ausweis|reisepass|\\bperso\\b|passport|identity card',
  },
  // Austria, Switzerland
  {
    name: 'at.svnr',
    shape: `\\d{4}${GAP}\\d{6}`,
    isValid: by(atSvnr),
    near: 'sv-?nr|svnr|versicherung|\\becard|e-card',
  },
  {
    name: 'at.stnr',
    shape: '\\d{2}[ -]?\\d{3}/\\d{4}',
    isValid: isAustrianTaxNumber,
    near: 'steuer|abgaben|st\\.?-?nr|finanzamt',
  },
  // European health insurance cards: 80, the country in ISO 3166, the number of the card
  {
    name: 'eu.ehic',
    shape: '80(?:040|056|250|276|380|528|616|620|724|756)\\d{15}',
    isValid: () => true,
  },
  { name: 'ch.ssn', shape: '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}', isValid: by(chSsn) },
  // United States, Canada
  { name: 'us.ssn', shape: '\\d{3}-\\d{2}-\\d{4}', isValid: by(usSsn) },
  { name: 'us.itin', shape: '9\\d{2}-\\d{2}-\\d{4}', isValid: isItin },
  { name: 'us.ein', shape: '\\d{2}-\\d{7}', isValid: by(usEin), near: '\\bein\\b|\\btin\\b|employer|tax' },
  {
    name: 'us.dea',
    shape: '[ABCDEFGHJKLMPRSTUX][A-Z9]\\d{7}',
    isValid: isDeaNumber,
    near: '\\bdea\\b',
  },
  {
    name: 'us.alien',
    shape: 'A[ -]?\\d{3}[ -]?\\d{3}[ -]?\\d{2,3}',
    isValid: () => true,
    near: '\\balien|uscis|\\ba-?number|\\ba#|green card|immigration',
  },
  { name: 'us.npi', shape: '\\d{10}', isValid: isProviderNumber, near: '\\bnpi\\b' },
  {
    name: 'ca.sin',
    shape: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}',
    isValid: by(caSin),
    near: '\\bsin\\b|social insurance',
  },
  { name: 'ca.bn', shape: '\\d{9} ?R[CMPTZ] ?\\d{4}', isValid: by(caBn) },
  {
    name: 'ca.ramq',
    shape: '[A-Z]{4} ?\\d{2}(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])(?:0[1-9]|[12]\\d|3[01])? ?\\d{2,4}',
    isValid: (written) => /\d{8}$/.test(written.replaceAll(' ', '')),
    near: 'ramq|assurance[ -]maladie|carte soleil',
  },
  {
    name: 'us.mbi',
    shape:
      '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\\d-?[AC-HJKMNP-RT-Y]{2}\\d{2}',
    isValid: () => true,
  },
  { name: 'au.tfn', shape: '\\d{3}[ ]?\\d{3}[ ]?\\d{3}', isValid: by(auTfn), near: '\\btfn\\b|tax file' },
  { name: 'au.abn', shape: '\\d{2}[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{3}', isValid: by(auAbn), near: '\\babn\\b' },
  // United Kingdom, Ireland
  {
    name: 'gb.nino',
    shape: `(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]${GAP}\\d{2}${GAP}\\d{2}${GAP}\\d{2}${GAP}[A-D]`,
    isValid: () => true,
  },
  {
    name: 'gb.nhs',
    shape: '\\d{3}[ -]?\\d{3}[ -]?\\d{4}',
    isValid: isNhsNumber,
    near: '\\bnhs\\b|hospital|patient',
  },
  {
    name: 'gb.utr',
    shape: '\\d{5}[ ]?\\d{5}',
    isValid: by(gbUtr),
    near: '\\butr\\b|taxpayer|self.assessment|hmrc',
  },
  {
    name: 'gb.licence',
    shape: '[A-Z9]{5}[ ]?\\d[0156]\\d{4}[ ]?[A-Z9]{2}[A-Z0-9][A-Z]{2}',
    isValid: () => true,
  },
  {
    name: 'gb.sharecode',
    shape: '[A-Z0-9]{3} [A-Z0-9]{3} [A-Z0-9]{3}',
    isValid: (written) => /\d/.test(written) && /[A-Z]/.test(written),
    near: '\\bshare code',
  },
  { name: 'ie.pps', shape: '\\d{7}[A-W][A-IW]?', isValid: by(iePps) },
  // France, Belgium
  {
    name: 'fr.nir',
    shape: `[1278]${GAP}\\d{2}${GAP}\\d{2}${GAP}(?:\\d{2}|2[AB])${GAP}\\d{3}${GAP}\\d{3}${GAP}\\d{2}`,
    isValid: by(frNir),
  },
  {
    name: 'fr.nif',
    shape: `[0-3]\\d${GAP}\\d{2}${GAP}\\d{3}${GAP}\\d{3}${GAP}\\d{3}`,
    isValid: by(frNif),
    near: 'fiscal|imp[oô]t|\\bspi\\b',
  },
  {
    name: 'fr.cni',
    shape: '[A-Z0-9]{9}',
    isValid: (written) => /\d[A-Z]{0,7}\d/.test(written) && /[A-Z]/.test(written),
    near: 'carte (?:nationale )?d.identit|\\bcni\\b',
  },
  { name: 'be.care', shape: '\\d[-/]\\d{5}[-/]\\d{2}[-/]\\d{3}', isValid: isBelgianCareNumber },
  { name: 'be.insz', shape: '\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}', isValid: by(beInsz) },
  // Spain
  {
    name: 'es.dni',
    shape: '(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3})[ -]?[A-HJ-NP-TV-Z]',
    isValid: (written) => by(esDni)(written.replace(/[.-]/g, '')),
  },
  {
    name: 'es.nie',
    shape: '[XYZ][ -]?\\d{7}[ -]?[A-Z]',
    isValid: (written) => by(esNie)(written.replace(/-/g, '')),
  },
  {
    name: 'es.nss',
    shape: '\\d{2}[ /-]?\\d{8}[ /-]?\\d{2}',
    isValid: by(esNss),
    near: 'seguridad social|afiliaci|\\bnuss\\b|\\bnaf\\b|\\bnass\\b',
  },
  // Italy, the Netherlands, Poland, Portugal
  {
    name: 'it.codicefiscale',
    shape: '[A-Za-z]{6}[0-9L-NP-V]{2}[A-EHLMPRSTa-ehlmprst][0-9L-NP-V]{2}[A-Za-z][0-9L-NP-V]{3}[A-Za-z]',
    isValid: by(itCodiceFiscale),
  },
  {
    name: 'nl.bsn',
    shape: '\\d{4}[.]?\\d{2}[.]?\\d{3}',
    isValid: by(nlBsn),
    near: '\\bbsn\\b|burgerservice|sofi',
  },
  { name: 'pl.pesel', shape: '\\d{11}', isValid: by(plPesel), near: 'pesel' },
  {
    name: 'pl.nip',
    shape: '\\d{3}-?(?:\\d{3}-?\\d{2}|\\d{2}-?\\d{3}|\\d{2}-?\\d{2}-?\\d)-?\\d{2}',
    isValid: by(plNip),
    near: '\\bnip\\b',
  },
  {
    name: 'pl.identitycard',
    shape: '[A-Z]{3} ?\\d{6}',
    isValid: isPolishIdentityCard,
    near: 'dow[oó]d|legitym|to[zż]samo',
  },
  { name: 'pt.cc', shape: '\\d{8}[ ]?\\d[ ]?[A-Z]{2}\\d', isValid: by(ptCc) },
  {
    name: 'pt.nif',
    shape: '\\d{3}[ .]?\\d{3}[ .]?\\d{3}',
    isValid: by(ptNif),
    near: '\\bnif\\b|contribuinte',
  },
  // The Nordic countries, the Czech Republic
  { name: 'fi.hetu', shape: '\\d{6}[-+A]\\d{3}[0-9A-Y]', isValid: by(fiHetu) },
  {
    name: 'se.personnummer',
    shape: '(?:19|20)?\\d{6}[-+]\\d{4}',
    isValid: by(sePersonnummer),
    near: 'person|född|swed',
  },
  { name: 'dk.cpr', shape: '\\d{6}-\\d{4}', isValid: by(dkCpr), near: '\\bcpr\\b|personnummer' },
  { name: 'cz.rc', shape: '\\d{6}/\\d{3,4}', isValid: by(czRc), near: 'rodn|\\br\\. ?č|\\brč\\b' },
  {
    name: 'no.fodselsnummer',
    shape: `\\d{6}${GAP}\\d{5}`,
    isValid: by(noFodselsnummer),
    near: 'f[øo]dselsn|personn|\\bfnr\\b|d-nummer',
  },
  // Hungary, Romania, Turkey, Ukraine
  {
    name: 'hu.taj',
    shape: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}',
    isValid: isHungarianInsuranceNumber,
    near: '\\btaj\\b|t[áa]rsadalombiztos',
  },
  { name: 'hu.tax', shape: '8\\d{9}', isValid: isHungarianTaxNumber, near: 'ad[óo]azonos' },
  { name: 'ro.cnp', shape: '[1-9]\\d{12}', isValid: by(roCnp), near: '\\bcnp\\b|numeric personal' },
  {
    name: 'tr.kimlik',
    shape: '[1-9]\\d{10}',
    isValid: by(trTckimlik),
    near: '\\bt\\.?c\\.? ?(?:kimlik|no)|\\btckn\\b|kimlik n',
  },
  { name: 'ua.tax', shape: '\\d{10}', isValid: by(uaRntrc), near: 'рнокпп|іпн|податков|ідентифікаційн' },
  // South America, Mexico, India
  { name: 'br.cpf', shape: '(?:\\d{3}\\.\\d{3}\\.\\d{3}|\\d{9})-\\d{2}', isValid: by(brCpf) },
  { name: 'br.cnpj', shape: '\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}', isValid: by(brCnpj) },
  {
    name: 'br.ctps',
    shape: '\\d{2,4}\\.?\\d{3},? s[ée]rie (?:n\\.?º ?)?\\d{3,5}(?:-[A-Z]{2})?',
    isValid: () => true,
    near: '\\bctps\\b|carteira de trabalho',
  },
  { name: 'br.pis', shape: '\\d{3}\\.\\d{5}\\.\\d{2}-\\d', isValid: isPisNumber },
  { name: 'ar.cuit', shape: '(?:2[0347]|3[034])-\\d{8}-\\d', isValid: by(arCuit) },
  { name: 'cl.rut', shape: '\\d{1,2}\\.\\d{3}\\.\\d{3}-[0-9Kk]', isValid: by(clRut) },
  { name: 'mx.curp', shape: '[A-Z]{4}\\d{6}[HMX][A-Z]{5}[A-Z0-9]\\d', isValid: by(mxCurp) },
  { name: 'mx.rfc', shape: '[A-ZÑ&]{4}\\d{6}[A-Z0-9]{3}', isValid: by(mxRfc) },
  {
    name: 'mx.rfc.called',
    shape: '[A-ZÑ&]{3,4}-?\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:-?[A-Z0-9]{2}[0-9A])?',
    isValid: () => true,
    near: '\\br\\.?f\\.?c\\b',
  },
  {
    name: 'in.aadhaar',
    shape: '[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}',
    isValid: by(inAadhaar),
    near: 'aadhaar|aadhar|uidai',
  },
  { name: 'in.pan', shape: '[A-Z]{3}P[A-Z]\\d{4}[A-Z]', isValid: () => true },
];
