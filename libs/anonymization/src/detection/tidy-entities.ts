import { partialDates } from '../text/dates/partial-dates';
import { isCountry } from '../lexicon/countries';
import { fold } from '../lexicon/fold';
import { isCommonWord } from '../lexicon/word-lists';
import { shifted } from '../text/spans/ranges';
import { ARTICLES, withoutLegalForm } from '../lexicon/organization-name';
import type { Span } from '../text/spans/span';
import { withCleanEdges } from './entity-model/decode-entities';
import { organizationSpan } from './recognizers/organizations/organization-span';
import { isFileName, isSystemLogin } from './recognizers/usernames/not-a-login';
import { tidyNames } from './tidy-names';

const DIGIT = /\p{N}/u;
const LETTERS = /\p{L}{2}/u;
/** Fewer digits are numbers of versions, lines and amounts. Shorter references are found by their cues. */
const FOUR_DIGITS = /(?:\d[^\d]{0,6}){4}/u;
const CALL = /[\p{L}\p{N}]\(/u;
/** The text around a word of source code: a member, a call, an assignment, a tag of a comment. */
const CODE_BEFORE = /[.$(=\\]$|(?:\*|\/\/|#)[ \t]{0,8}@$/u;
const CODE_BEHIND = /^(?:[(=[;{]|\.[\p{L}_])/u;
/** Names imported from a module: "import { HarmonyCall, HarmonyEnd } from" */
const IMPORTED = /\b(?:import|export)(?: type)?(?: [\w$]{1,60},)? ?\{[^{}]{0,400}$/;
const LONGEST_IMPORT = 480;
/** "redBright", "tc_oTag" */
const IDENTIFIER = /^[\p{Ll}_$][^ ]*\p{Ll}\p{Lu}/u;
const HOME = /(?:(?<!\p{L})(?:home|users|profiles?|u|in)|[~@]|:\/|\.\p{L}{2,8})\/$/iu;
const SEEN_BEFORE = 12;

/**
 * Adjusts the network's spans to the contract (contract: Kinds of personal data): names without titles, organizations and
 * places with their canonical form, no countries, no references and births without a number, and of dates only days and
 * months (complete dates are found by their notation).
 */
export function tidyEntities(text: string, found: readonly Span[]): Span[] {
  const spans = found.filter((span) => !isOfCode(text, span));
  return [
    ...tidyNames(
      text,
      spans.filter(({ type }) => type === 'Names'),
    ),
    ...spans
      .filter(({ type }) => type !== 'Names')
      .flatMap((span) => withCleanEdges(text, span))
      .reduce<Span[]>((earlier, span) => withLead(text, earlier, span), [])
      .flatMap((span) => tidy(text, span)),
  ];
}

/** Modules that code loads: `import { x } from 'mdast'`, `require('bunyan')`, `'@angular-devkit/core'`. */
const MODULE_BEFORE =
  /(?:^|\n)[ \t*]{0,8}@?(?:import|export)\b[^"'`\n]{1,200} from ["'`]$|\b(?:require|import)\(["'`]$/;
const SCOPE_BEFORE = /["'`]@$/;
/** Classes of errors: `this.name = 'JsonWebTokenError'` */
const ERROR_CLASS = /^[A-Z]\w{2,40}(?:Error|Exception)$/;

function isOfCode(text: string, { start, end }: Span): boolean {
  if (ERROR_CLASS.test(text.slice(start, end))) return true;
  const behind = text[end] ?? '';
  if (behind === '/' && SCOPE_BEFORE.test(text.slice(Math.max(0, start - 2), start))) return true;
  return /["'`/]/.test(behind) && MODULE_BEFORE.test(text.slice(Math.max(0, start - LONGEST_IMPORT), start));
}

const LEAD = /^\p{Lu}\p{Ll}{0,2}$/u;

/**
 * Joins an organization that the network split after its article: "La" and "Rossini Meccanica", "De" and "Vries Bouw".
 */
function withLead(text: string, earlier: Span[], span: Span): Span[] {
  const lead = earlier.at(-1);
  const isParted =
    lead?.type === 'Organizations' &&
    span.type === 'Organizations' &&
    LEAD.test(text.slice(lead.start, lead.end)) &&
    text.slice(lead.end, span.start) === ' ';
  if (isParted) earlier[earlier.length - 1] = { ...span, start: lead.start };
  else earlier.push(span);
  return earlier;
}

function tidy(text: string, span: Span): Span[] {
  const written = text.slice(span.start, span.end);
  switch (span.type) {
    case 'Organizations':
      return LETTERS.test(written) &&
        !isSystemLogin(written) &&
        !isLicense(text, span, written) &&
        !isMark(text, span)
        ? [organizationSpan(span, withoutLegalForm(written))]
        : [];
    case 'Locations':
      return isPlace(written) ? [{ ...span, canonical: fold(written) }] : [];
    case 'Addresses':
      return CALL.test(written) || isPlainText(written) ? [] : [span];
    case 'Dates':
      return partialDates(written).map((range) => ({ ...shifted(range, span.start), type: span.type }));
    case 'Birthdates':
      return DIGIT.test(written) ? [span] : [];
    case 'References':
      return FOUR_DIGITS.test(written) ? [span] : [];
    case 'Usernames':
      return isNoLogin(text, span, written) ? [] : [span];
    default:
      return [span];
  }
}

/** Licenses of software, which the network takes for their publishers: "MIT License", "the MIT license", "(ISC)". */
const LICENSE = /^(?:MIT|ISC|BSD|Apache|GNU(?: \p{Lu}\p{Ll}+){0,4})(?: Licen[sc]e)?$/u;
const LICENSE_NEAR = /licen[sc]e|no attribution/iu;

function isLicense(text: string, { start, end }: Span, written: string): boolean {
  const near = text.slice(Math.max(0, start - 2 * SEEN_BEFORE), end + 2 * SEEN_BEFORE);
  return LICENSE.test(written) && LICENSE_NEAR.test(near);
}

/** Lower-case words: the words of "Rua das Flores" are common too. */
const isPlainText = (written: string): boolean =>
  !/\p{Lu}/u.test(written) && written.split(' ').every(isCommonWord);

/** The mark of a text that OCR read (contract: Upload). */
const READ_BY_OCR = '[Read by OCR]';

const isMark = (text: string, { start, end }: Span): boolean =>
  text.slice(end - READ_BY_OCR.length + 1, end + 1) === READ_BY_OCR && text.slice(start, end) === 'OCR';

/** The network sometimes finds an article apart from its place: "the" and "Zwiebelturm". */
const isPlace = (written: string): boolean =>
  LETTERS.test(written) && !isCountry(written) && !ARTICLES.has(written.toLowerCase());

function isNoLogin(text: string, span: Span, written: string): boolean {
  if (isCommonWord(written) || isSystemLogin(written)) return true;
  return IDENTIFIER.test(written) || isFileName(written) || isInCode(text, span) || isInPath(text, span);
}

/** A program's path or page. In a person's home folder, other code finds the login by the text before it. */
const isInPath = (text: string, { start }: Span): boolean =>
  text[start - 1] === '/' && !HOME.test(text.slice(Math.max(0, start - SEEN_BEFORE), start));

const isInCode = (text: string, { start, end }: Span): boolean =>
  CODE_BEFORE.test(text.slice(Math.max(0, start - SEEN_BEFORE), start)) ||
  IMPORTED.test(text.slice(Math.max(0, start - LONGEST_IMPORT), start)) ||
  CODE_BEHIND.test(text.slice(end, end + 2));
