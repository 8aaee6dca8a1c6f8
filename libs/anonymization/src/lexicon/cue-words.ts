import { CUE_KINDS, type CueKind, LONGEST_CUE } from './language-kinds';
import { LANGUAGES, wordsOfAll } from './languages';

/** A phrase of the lexicon: its number of words, and the kinds that it may announce. */
export interface CuePhrase {
  length: number;
  kinds: readonly CueKind[];
}

interface Node {
  kinds?: CueKind[];
  next: Map<string, Node>;
}

/** The minimal length of the first part of a compound: "Anr" does not end in "nr". */
const SHORTEST_BEGINNING = 3;
const LONGEST_WORD = 40;

const root: Node = { next: new Map() };
const endings = new Map<string, CueKind[]>();

for (const { cues } of Object.values(LANGUAGES)) {
  for (const kind of CUE_KINDS) {
    for (const phrase of cues.words[kind] ?? []) addPhrase(phrase.split(' '), kind);
    for (const ending of cues.endings?.[kind] ?? []) addEnding(ending, kind);
  }
}

const fillers = new Set(wordsOfAll(({ cues }) => cues.fillers));
const copulas = new Set(wordsOfAll(({ cues }) => cues.copulas));

/**
 * Returns the longest phrase that begins with the word at `at`.
 *
 * @param words folded by `foldCue`
 */
export function longestCue(words: readonly string[], at: number): CuePhrase | undefined {
  let found: CuePhrase | undefined;
  let node: Node | undefined = root;
  for (let length = 1; length <= LONGEST_CUE; length += 1) {
    node = node.next.get(words[at + length - 1] ?? '');
    if (!node) break;
    if (node.kinds) found = { length, kinds: node.kinds };
  }
  return found ?? compoundCue(words[at] ?? '');
}

/** Returns whether a word may be between a cue and its value: "number", "is", "my". */
export const isFiller = (word: string): boolean => fillers.has(word);

/** Returns whether a word precedes the value: "is", "lautet". */
export const isCopula = (word: string): boolean => copulas.has(word);

function compoundCue(word: string): CuePhrase | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  for (let cut = SHORTEST_BEGINNING; cut <= word.length - 2; cut += 1) {
    const kinds = endings.get(word.slice(cut));
    if (kinds) return { length: 1, kinds };
  }
  return undefined;
}

function addPhrase(words: readonly string[], kind: CueKind): void {
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? { next: new Map<string, Node>() };
    node.next.set(word, next);
    node = next;
  }
  node.kinds = withKind(node.kinds, kind);
}

/** Adds an ending, unless the word is excluded as a cue: "Seriennummer" must not count as a "-nummer". */
function addEnding(ending: string, kind: CueKind): void {
  endings.set(ending, withKind(endings.get(ending), kind));
  if (kind === 'none') addPhrase([ending], kind);
}

/** A word that is excluded as a cue in one language is excluded in all. */
function withKind(kinds: CueKind[] = [], kind: CueKind): CueKind[] {
  if (kind === 'none' || kinds.includes('none')) return ['none'];
  return kinds.includes(kind) ? kinds : [...kinds, kind];
}
