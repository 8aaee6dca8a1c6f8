import { parseName } from '../entities/parse-name';
import { fold } from '../../lexicon/fold';
import { ANY_PARTICLE } from '../../lexicon/particles';
import { mayBeNamePart } from '../../lexicon/roles';
import { splitsWord } from '../../text/words';
import { answerWordAt } from './answer-words';
import type { Reading } from './answer-words';
import { type NameWordReading, pairOf, readNameWord, wordAfter, wordBefore } from './name-words';
import type { ReplacementIndex } from './replacement-index';
import type { SentReplacements } from './sent-replacements';

const JOINT = new RegExp(
  `(?:[ \\t\\u00a0\\u202f\\u2009]{1,3}|\\s?\\r?\\n\\s?|,[ \\u00a0]?|[-‐‑])(?:${ANY_PARTICLE}[ \\u00a0])*`,
  'iuy',
);
const INITIAL = /(\p{L})(\.?[ \u00a0\u202f]?)(?=[\p{L}\\])/uy;
const MOST_PARTS = 6;

/**
 * Returns a surrogate name at `at`: a whole form as it was sent, or parts of it that were sent together, in any order, case
 * and inflection; or a single part if no other name part is next to it (contract: Anonymizing and restoring, rule 6).
 *
 * @param restoredEnd the end of the last restored replacement
 */
export function matchName(
  text: string,
  at: number,
  index: ReplacementIndex,
  sent: SentReplacements,
  restoredEnd = 0,
): Reading | undefined {
  return (
    wholeForm(text, at, index, sent) ??
    partByPart(text, at, index, sent, restoredEnd) ??
    withInitial(text, at, index, sent)
  );
}

function wholeForm(
  text: string,
  at: number,
  index: ReplacementIndex,
  sent: SentReplacements,
): Reading | undefined {
  const word = answerWordAt(text, at);
  const forms = word && index.names.get(fold(word.text));
  const form = forms?.find(
    ({ replacement }) =>
      text.startsWith(replacement, at) && !splitsWord(text, at + replacement.length) && sent.has(replacement),
  );
  if (!form) return undefined;
  const { original, replacement } = form;
  const parts = parseName(replacement).map(({ folded }) => folded);
  return { start: at, end: at + replacement.length, type: 'Names', restored: original, replacement, parts };
}

function partByPart(
  text: string,
  at: number,
  index: ReplacementIndex,
  sent: SentReplacements,
  restoredEnd: number,
): Reading | undefined {
  const words = partsAt(text, at, index, sent);
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return undefined;
  if (words.length === 1 && besideAnotherName(text, first, index, sent)) return undefined;
  if (words.length === 1 && followsLeftPart(text, at, index, restoredEnd)) return undefined;
  let restored = '';
  let written = at;
  for (const word of words) {
    restored += text.slice(written, word.start) + word.restored;
    written = word.end;
  }
  const parts = words.map(({ part }) => part);
  const escaped = words.some((word) => word.escaped);
  return { start: at, end: last.end, type: 'Names', restored, parts, escaped };
}

/** Returns as many parts from `at` on as were each sent next to the previous one. */
function partsAt(
  text: string,
  at: number,
  index: ReplacementIndex,
  sent: SentReplacements,
): NameWordReading[] {
  const words: NameWordReading[] = [];
  let next = readNameWord(text, at, index.table.parts);
  while (next && sent.hasPart(next.part) && words.length < MOST_PARTS) {
    const previous = words.at(-1);
    if (previous && !sent.hasPair(pairOf(previous.part, next.part))) break;
    words.push(next);
    JOINT.lastIndex = next.end;
    const joint = JOINT.exec(text)?.[0];
    next = joint === undefined ? undefined : readNameWord(text, next.end + joint.length, index.table.parts);
  }
  return words;
}

function besideAnotherName(
  text: string,
  word: NameWordReading,
  index: ReplacementIndex,
  sent: SentReplacements,
): boolean {
  const isOther = (other: string | undefined): other is string =>
    other !== undefined && !sent.hasPair(pairOf(other, word.part));
  const before = wordBefore(text, word.start);
  if (isOther(before) && looksLikeName(before, index)) return true;
  const after = wordAfter(text, word.end);
  // The following text may be a truncated surrogate.
  return (
    isOther(after) && (looksLikeName(after, index) || (/^\p{Lu}/u.test(after) && index.isCutOff(fold(after))))
  );
}

/** Returns whether an unrestored name part directly precedes: then this one is the rest of another name. */
function followsLeftPart(text: string, at: number, index: ReplacementIndex, restoredEnd: number): boolean {
  const before = wordBefore(text, at);
  return before !== undefined && restoredEnd < at - 1 && index.isPart(fold(before));
}

function looksLikeName(word: string, index: ReplacementIndex): boolean {
  return index.isPart(fold(word)) || mayBeNamePart(word);
}

/**
 * Matches `J. Weber` if Jan Weber was sent: the initial of his first name. The whole table decides whether another person
 * could be meant, because names that are only next to him, or were not sent this time, prove nothing.
 */
function withInitial(
  text: string,
  at: number,
  index: ReplacementIndex,
  sent: SentReplacements,
): Reading | undefined {
  INITIAL.lastIndex = at;
  const [lead, letter, joint] = INITIAL.exec(text) ?? [];
  if (!lead || !letter || !joint || splitsWord(text, at)) return undefined;
  const family = readNameWord(text, at + lead.length, index.table.parts);
  if (!family || !sent.hasPart(family.part) || index.table.crowded.has(family.part)) return undefined;
  const bearers = [...index.table.parts.all()]
    .filter(({ role, surrogate }) => role === 'given' && fold(surrogate).charAt(0) === fold(letter))
    .map(({ surrogate, original }) => ({ original, pair: pairOf(surrogate, family.part) }))
    .filter(({ pair }) => index.pairs.has(pair));
  if (!bearers.some(({ pair }) => sent.hasPair(pair))) return undefined;
  const initials = new Set(bearers.map(({ original }) => original.charAt(0)));
  const [initial] = initials;
  if (!initial || initials.size > 1) return undefined;
  return {
    start: at,
    end: family.end,
    type: 'Names',
    restored: initial + joint + family.restored,
    parts: [family.part],
    escaped: family.escaped,
  };
}
