import { matchesOf } from '@app/common';
import { fold } from '../../lexicon/fold';
import { knownNames } from '../../lexicon/known-names';
import { isParticle } from '../../lexicon/particles';
import { isTitleInName } from '../../lexicon/titles';
import type { Range } from '../../text/spans/ranges';
import { withoutGenitive } from '../../text/inflection';

export interface NameWord extends Range {
  text: string;
  folded: string;
  /** `kept`: particles, titles and suffixes, which do not identify a person and have no surrogate */
  kind: 'given' | 'family' | 'initial' | 'kept';
}

const NAME_WORD = /[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;

/** Returns the words of a name with their roles: `Müller, Hans`, `Hans-Peter von der Müller`, `H. Müller`. */
export function parseName(name: string, isFamily: (word: string) => boolean = () => false): NameWord[] {
  let followsTitle = false;
  const words = [...matchesOf(NAME_WORD, name)].map((match, index, all): NameWord => {
    const text = match[0];
    const folded = fold(text);
    const inner = index > 0 && index < all.length - 1;
    // One capital letter is an initial: the "E" of "Hans E. Müller" is not the "e" of "Silva e Costa".
    const mayBeParticle = text === folded || (inner && text.length > 1);
    const particle = isParticle(folded) && index < all.length - 1 && mayBeParticle;
    followsTitle = all.length > 1 && isTitleInName(folded, followsTitle);
    const kept = particle || followsTitle;
    const kind = kept ? 'kept' : /^\p{L}\p{M}*$/u.test(text) ? 'initial' : 'given';
    return { start: match.index, end: match.index + text.length, text, folded, kind };
  });
  if (words.every(({ kind }) => kind === 'kept')) for (const word of words) word.kind = 'family';
  markFamily(name, words, isFamily);
  return words;
}

function markFamily(name: string, words: NameWord[], isFamily: (word: string) => boolean): void {
  const units = unitsOf(name, words);
  const comma = name.indexOf(',');
  const [first] = units;
  const last = units.at(-1);
  if (!first || !last) return;
  const lead = first[0];
  if (comma > 0 && units.length > 1 && lead && lead.start < comma) {
    for (const unit of units) if ((unit[0]?.start ?? 0) < comma) setFamily(unit);
  } else if (units.length === 1) {
    if (!words.some(({ kind }) => kind === 'initial') && looksGiven(first, isFamily)) return;
    setFamily(first);
  } else {
    const particle = words.find(
      ({ kind, folded, start }) => kind === 'kept' && isParticle(folded) && start > (lead?.start ?? 0),
    );
    for (const unit of units) {
      if (unit === last || (particle && (unit[0]?.start ?? 0) > particle.start)) setFamily(unit);
    }
  }
}

/** Groups the words that a hyphen joins: `Hans-Peter`. */
function unitsOf(name: string, words: readonly NameWord[]): NameWord[][] {
  const units: NameWord[][] = [];
  let previous: NameWord | undefined;
  for (const word of words) {
    if (word.kind === 'given') {
      const unit = units.at(-1);
      if (
        unit &&
        previous &&
        unit.includes(previous) &&
        /^[-‐‑]$/.test(name.slice(previous.end, word.start))
      ) {
        unit.push(word);
      } else units.push([word]);
    }
    previous = word;
  }
  return units;
}

function setFamily(unit: NameWord[]): void {
  for (const word of unit) word.kind = 'family';
}

function looksGiven(unit: readonly NameWord[], isFamily: (word: string) => boolean): boolean {
  const [word] = unit;
  if (!word || isFamily(word.folded)) return false;
  const stem = withoutGenitive(word.folded);
  const given = knownNames.isGiven(word.folded) || (stem !== undefined && knownNames.isGiven(stem));
  return given && !knownNames.isFamily(word.folded);
}
