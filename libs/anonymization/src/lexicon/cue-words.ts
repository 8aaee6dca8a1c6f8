import { CUE_KINDS, type CueKind } from '../../data/language-words';
import { fold } from './fold';
import { languages, wordsIn } from './languages';

/** A phrase of the lexicon: how many words it has, and what it may announce. */
export interface CuePhrase {
  length: number;
  kinds: readonly CueKind[];
}

interface Node {
  kinds?: CueKind[];
  next: Map<string, Node>;
}

const LONGEST_PHRASE = 6;
/** Shorter beginnings of a compound are none: "Anr" does not end in "nr". */
const SHORTEST_BEGINNING = 3;
const LONGEST_WORD = 40;

const root: Node = { next: new Map() };
const endings = new Map<string, CueKind[]>();

for (const { cues } of languages) {
  for (const kind of CUE_KINDS) {
    for (const phrase of wordsIn(cues[kind])) {
      if (phrase.startsWith('*')) addEnding(phrase.slice(1), kind);
      else addPhrase(phrase.split('_'), kind);
    }
  }
}

const fillers = new Set(languages.flatMap(({ cues }) => wordsIn(cues.fillers)));
const copulas = new Set(languages.flatMap(({ cues }) => wordsIn(cues.copulas)));

/** As `fold` has it, with the Polish `ł` as an `l`, as people write it where they lack the key. */
export function foldCue(word: string): string {
  return fold(word).replaceAll('ł', 'l');
}

/**
 * The longest phrase that begins with the word at `at`.
 *
 * @param words as {@link foldCue} leaves them
 */
export function longestCue(words: readonly string[], at: number): CuePhrase | undefined {
  let found: CuePhrase | undefined;
  let node: Node | undefined = root;
  for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
    node = node.next.get(words[at + length - 1] ?? '');
    if (!node) break;
    if (node.kinds) found = { length, kinds: node.kinds };
  }
  return found ?? compoundCue(words[at] ?? '');
}

/** Whether a word may stand between a cue and its value: "number", "is", "my". */
export const isFiller = (word: string): boolean => fillers.has(word);

/** Whether a word says that the value follows: "is", "lautet". */
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

/** What is no cue at the end of a word is none as a word either: "Seriennummer" must not count as a "-nummer". */
function addEnding(ending: string, kind: CueKind): void {
  endings.set(ending, withKind(endings.get(ending), kind));
  if (kind === 'none') addPhrase([ending], kind);
}

/** What is none of the others in one language is none in all. */
function withKind(kinds: CueKind[] = [], kind: CueKind): CueKind[] {
  if (kind === 'none' || kinds.includes('none')) return ['none'];
  return kinds.includes(kind) ? kinds : [...kinds, kind];
}
