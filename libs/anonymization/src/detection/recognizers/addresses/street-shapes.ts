import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { isCommonWord } from '../../../lexicon/word-lists';
import type { Range } from '../../../text/spans/ranges';

/** The maximum length of text before and after a number on its line. Streets are only searched for next to a number. */
const REACH = 72;
const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}";
const SMALL = "(?:\\p{L}['’](?=\\p{L})|dell['’]|sull['’])";
const WITHIN_NAMES = piecesOfAll(({ addresses }) => addresses.streetsBefore && addresses.within);
const WITHIN = `(?:(?:${WITHIN_NAMES})\\.? )`;
/** "de la República", "d'Italie", "1er Mai", "XV de Novembro", "5 de Mayo", "Krzywoustego" */
const NAME = `(?:\\d{1,2}(?:er|º|°)? ?)?(?:${WITHIN}|${SMALL}){0,4}(?:${SMALL})?${WORD}(?:[ -](?:${WITHIN}|${SMALL}){0,3}(?:${SMALL})?${WORD}){0,5}`;
const BEFORE = piecesOfAll(({ addresses }) => addresses.streetsBefore);
const BEFORE_BEHIND_NUMBER = piecesOfAll(({ addresses }) =>
  addresses.isNumberFirst ? addresses.streetsBefore : undefined,
);
const BEHIND = piecesOfAll(({ addresses }) => addresses.streetsBehind);
const ENDING = piecesOfAll(({ addresses }) => addresses.streetEndings);
const BEGINNING = piecesOfAll(({ addresses }) => addresses.beginnings);
const ANY_WITHIN = piecesOfAll(({ addresses }) => addresses.within);
const NUMBER_WORD = piecesOfAll(({ addresses }) => addresses.numbers);
const FREE = '(?<![\\p{L}\\p{N}])';
/** Matches words of lists in any case. Names begin with a capital, so the flag `i` cannot be used. */
const anyCase = (pieces: string): string =>
  pieces.replace(/\\.|\[[^\]]*\]|\(\?[:=!<]+|\p{Ll}/gu, (piece) =>
    /^\p{Ll}$/u.test(piece) ? `[${piece}${piece.toUpperCase()}]` : piece,
  );

/** 12, 12a, 12 a, 12-14, 46/2/17, 12/A, 304–1188, 12 bis */
const NUMBER = new RegExp(
  `(?=\\d)${FREE}(?<![\\d][.,:/-])\\d{1,5}(?:(?: ?[a-zA-Z]| ?(?:bis|ter|quater))(?![\\p{L}\\p{N}]|['’.]\\p{L})| ?/ ?[A-Z](?![\\p{L}\\p{N}]))?(?: ?[-–/] ?\\d{1,4}\\p{L}?(?![\\p{L}\\p{N}])){0,3}(?![\\p{N}]|[.,:]\\p{N})`,
  'gu',
);
const NOT_A_HOUSE = /^(?: ?[%€$£°]| (?:Uhr|[kc]?m(?!\.)|km\/h|min|h|EUR|CHF|USD)(?!\p{L}))/u;
/** "Via Roma, n. 12", "ul. Długa 12", "Calle Mayor 12" */
const KIND_AND_NAME = new RegExp(
  `${FREE}(?:${anyCase(BEFORE)})(?: |(?<=[./])|['’])(?<name>${NAME})(?:,? (?:${anyCase(NUMBER_WORD)}) ?|,? )$`,
  'u',
);
/** "Spiegelgasse", "Bad Homburger Str.", "Alter Postweg", "Oskar-von-Miller-Str.", "Oosterstraat" */
const ONE_WORD = new RegExp(
  `${FREE}(?:(?=\\p{Lu})(?:${anyCase(BEGINNING)}) )?(?:(?:\\p{Lu}[\\p{L}.]{1,30}(?:-\\p{L}[\\p{L}.]{0,30}){0,4}[ -]){1,3}(?:${anyCase(ENDING)})|(?:\\p{Lu}\\p{Ll}{1,30}(?:e[rnms]?|\\.) )?\\p{Lu}[\\p{L}-]{1,40}(?:${ENDING}))(?:,? (?:${anyCase(NUMBER_WORD)}) ?| ?)$`,
  'u',
);
/** "Am Hang", "An der Alten Mühle", "De Wieken": streets if a town follows */
const ANY_NAME = new RegExp(
  `${FREE}(?<beginning>(?:${anyCase(BEGINNING)}) )?(?<noun>${WORD})(?:[ -](?:(?:${ANY_WITHIN}) ){0,2}${WORD}){0,3},? $`,
  'u',
);
/** "12, rue de la Paix" */
const NUMBER_FIRST = new RegExp(`^,? (?:${anyCase(BEFORE_BEHIND_NUMBER)})(?: |(?<=\\.))(?:${NAME})`, 'u');
/** "12 Old Mill Road", "12 St. John's St NW" */
const ENGLISH = new RegExp(
  `^ (?:(?:\\p{Lu}[\\p{L}’'-]{0,30}|St\\.|\\d{1,3}(?:st|nd|rd|th)|of|the|and|upon|on)[ ]){1,4}?(?=\\p{Lu})(?:${anyCase(BEHIND)})(?![\\p{L}\\p{N}])\\.?(?: (?:[NSEW]{1,2}|North|South|East|West)(?![\\p{L}.]))?`,
  'u',
);

export interface Street extends Range {
  /** Whether it is certain by itself; otherwise it needs a town next to it */
  isCertain: boolean;
}

/** Yields streets with their numbers, as the eight languages write them. */
export function* streetsIn(text: string): Generator<Street> {
  for (const { 0: number, index } of matchesOf(NUMBER, text)) {
    const end = index + number.length;
    const before = /(?<![^\n])[^\n]*$/u.exec(text.slice(Math.max(0, index - REACH), index))?.[0] ?? '';
    const after = /^[^\n]*/u.exec(text.slice(end, end + REACH))?.[0] ?? '';
    if (NOT_A_HOUSE.test(after)) continue;
    const behind = NUMBER_FIRST.exec(after) ?? ENGLISH.exec(after);
    if (behind) {
      yield {
        start: index,
        end: end + behind[0].replace(/(?<![ ,.-])[ ,.-]+$/u, '').length,
        isCertain: true,
      };
      continue;
    }
    // "rue de la Mine, 57390 Audun": a postcode.
    if (number.length > 3 && /^ \p{Lu}/u.test(after)) continue;
    const certain = KIND_AND_NAME.exec(before) ?? ONE_WORD.exec(before);
    const match = certain ?? ANY_NAME.exec(before);
    if (!match) continue;
    const isCertain = certain !== null || isProperName(before, match);
    yield { start: index - match[0].length, end, isCertain };
  }
}

/** Returns whether a capital in the middle of a sentence makes it a name: "wohnt Am Hang 3". */
function isProperName(before: string, { 0: written, groups = {} }: RegExpExecArray): boolean {
  if (groups.beginning === undefined || !/^\p{Lu}\p{Ll}/u.test(written) || written.startsWith('De '))
    return false;
  if (!/^\p{Lu}\p{Ll}{3}[^.]*$/u.test(groups.noun ?? '')) return false;
  return (
    /[\p{L},(] ?$/u.test(before.slice(0, before.length - written.length)) || !isCommonWord(groups.noun ?? '')
  );
}
