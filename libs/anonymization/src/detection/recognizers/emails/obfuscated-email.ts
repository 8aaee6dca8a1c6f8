import { matchesOf } from '@app/common';
import { LANGUAGES, piecesOfAll } from '../../../lexicon/languages';
import { joinPiece } from '../../../lexicon/pieces';
import type { Span } from '../../../text/spans/span';

const AT_WORD = `(?:${piecesOfAll(({ spelled }) => spelled.at)})`;
const DOT_WORD = `(?:${piecesOfAll(({ spelled }) => spelled.dot)})`;
const UNDERSCORE_WORD = `(?:${piecesOfAll(({ spelled }) => spelled.underscore)})`;
const HYPHEN_WORD = `(?:${piecesOfAll(({ spelled }) => spelled.hyphen)})`;
const JOIN_WORD = `(?:${UNDERSCORE_WORD}|${HYPHEN_WORD})`;

/** The bare word for "@" and the words for dots of the same language: "look at one point in time" is no address. */
const BY_LANGUAGE = Object.values(LANGUAGES).map(({ spelled: { at, dot } }) => ({
  at: new RegExp(`^\\s(?:${at.map(joinPiece).join('|')})\\s$`, 'iu'),
  dot: new RegExp(`\\s(?:${dot.map(joinPiece).join('|')})\\s`, 'iu'),
}));
const IS_WORD = new RegExp(`^\\s${AT_WORD}\\s$`, 'iu');

/** `(at)`, `[at]`, `{at}`, `<at>`, ` @ `: these only occur in addresses, so plain dots may follow. */
const MARKED_AT = `\\s{0,2}[(\\[{<]\\s?(?:${AT_WORD}|@)\\s?[)\\]}>]\\s{0,2}|\\s@\\s`;
/** `name @domain.de`, `name@ domain.de`: a blank on one side. */
const LOOSE_AT = `\\s@(?=[\\p{L}\\p{N}])|@\\s(?=[\\p{L}\\p{N}])`;
/** After the bare word, or after a plain "@", the dot must be spelled out. */
const BARE_AT = `\\s${AT_WORD}\\s|@`;
const MARKED_DOT = `\\s{0,2}[(\\[{<]\\s?(?:${DOT_WORD}|\\.)\\s?[)\\]}>]\\s{0,2}`;
const SPOKEN_DOT = `\\s${DOT_WORD}\\s`;
const SPOKEN_JOIN = `\\s${JOIN_WORD}\\s`;

const NAME = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}._%+-]{0,63}';
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}-]{0,62}';
const END = '\\p{L}{2,24}(?![\\p{L}\\p{N}])';

const AT = new RegExp(`${MARKED_AT}|${LOOSE_AT}|${BARE_AT}`, 'giu');
const IS_LOOSE = /^(?:\s@|@\s)$/u;
const IS_MARKED = new RegExp(`^(?:${MARKED_AT})$`, 'iu');
const LOCAL = new RegExp(
  `(?<![\\p{L}\\p{N}@])${NAME}(?:(?:${MARKED_DOT}|${SPOKEN_DOT}|${SPOKEN_JOIN})${NAME}){0,4}$`,
  'iu',
);
const START = `^${LABEL}(?:${SPOKEN_JOIN}${LABEL}){0,3}`;
const ANY_DOMAIN = new RegExp(
  `${START}(?:(?:${MARKED_DOT}|${SPOKEN_DOT}|\\.)${LABEL}){0,3}(?:${MARKED_DOT}|${SPOKEN_DOT}|\\.)${END}`,
  'iu',
);
const SPELLED_DOMAIN = new RegExp(
  `${START}(?:(?:${MARKED_DOT}|${SPOKEN_DOT}|\\.)${LABEL}){0,3}(?:${MARKED_DOT}|${SPOKEN_DOT})${END}`,
  'iu',
);

/** Country codes and common generic domains: "@anna.schmidt" is a handle. */
const TOP_LEVEL =
  /[.)\]}>\s](?:\p{L}{2}|com|org|net|info|biz|name|edu|gov|mil|int|example|online|email|mail|cloud|app|dev|berlin|hamburg|koeln|bayern|gmbh|shop|store|site|tech|media|group|agency|company|consulting|digital|systems|solutions|services|network)$/iu;

/** "Look at example dot com" names a site, not a person. */
const NO_LOCAL_PART =
  /^(?:me|us|him|her|them|you|it|look|looking|is|are|was|be|or|and|page|site|website|online|available|hosted|found|here|there|live|wir|uns|mich|sind|ist|seite|webseite)$/iu;

/**
 * Finds addresses that are spelled out against robots or by voice; `canonical` is the address.
 *
 * @param mayBeLocal whether a word without digits or signs, with a blank before the "@", may begin an address
 */
export function findObfuscatedEmails(text: string, mayBeLocal: (word: string) => boolean): Span[] {
  const spans: Span[] = [];
  for (const { 0: at, index } of matchesOf(AT, text)) {
    const after = text.slice(index + at.length, index + at.length + 320);
    const isLoose = IS_LOOSE.test(at);
    const domain = (isLoose || IS_MARKED.test(at) ? ANY_DOMAIN : SPELLED_DOMAIN).exec(after)?.[0];
    const local = domain && LOCAL.exec(text.slice(Math.max(0, index - 200), index))?.[0];
    if (!local || NO_LOCAL_PART.test(local) || !isOneLanguage(at, domain)) continue;
    if (
      isLoose &&
      (!TOP_LEVEL.test(domain) || !(at.startsWith('@') || /[\d._+-]/.test(local) || mayBeLocal(local)))
    )
      continue;
    spans.push({
      start: index - local.length,
      end: index + at.length + domain.length,
      type: 'Emails',
      canonical: `${plain(local)}@${plain(domain)}`,
    });
  }
  return spans;
}

/** Returns whether one language has both the word for "@" and the word for the dot. */
function isOneLanguage(at: string, domain: string): boolean {
  if (!IS_WORD.test(at) || MARKED.test(domain)) return true;
  return BY_LANGUAGE.some((words) => words.at.test(at) && words.dot.test(domain));
}

const MARKED = new RegExp(MARKED_DOT, 'iu');
const UNDERSCORES = new RegExp(`\\s${UNDERSCORE_WORD}\\s`, 'giu');
const HYPHENS = new RegExp(`\\s${HYPHEN_WORD}\\s`, 'giu');
const DOTS = new RegExp(`${MARKED_DOT}|${SPOKEN_DOT}`, 'giu');

function plain(spelled: string): string {
  return spelled
    .replace(DOTS, '.')
    .replace(UNDERSCORES, '_')
    .replace(HYPHENS, '-')
    .normalize('NFC')
    .toLowerCase();
}
