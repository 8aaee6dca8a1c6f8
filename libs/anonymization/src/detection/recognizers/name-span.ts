import { TRAILING_PARTICLE } from '../../lexicon/particles';
import type { Span } from '../../spans/span';

const PARTICLES_AT_END = new RegExp(`(?: ${TRAILING_PARTICLE}){1,8}$`, 'u');

/**
 * The span of a name as the contract wants it (contract: Anonymizing and restoring, rule 2): cut before the first word that `stops` it,
 * without a particle at its end, without English 's; the German genitive ("Müllers") stays inside.
 *
 * @returns one span, or none where nothing is left
 */
export function nameSpan(
  text: string,
  start: number,
  name: string,
  stops: (word: string, previous: string | undefined) => boolean,
): Span[] {
  const words = name.split(/([ \u00a0]+)/u);
  const cut = words.findIndex((word, at) => at % 2 === 0 && stops(word, words[at - 2]));
  const kept = (cut === -1 ? words : words.slice(0, cut)).join('');
  const bare = kept
    .replace(/[ \u00a0]+$/u, '')
    .replace(PARTICLES_AT_END, '')
    .replace(/['’](?:[sS])?$/u, '');
  return bare === '' ? [] : [{ start, end: start + bare.length, type: 'Names' }];
}
