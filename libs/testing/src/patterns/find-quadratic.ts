import { runInNewContext } from 'node:vm';
import load from '../../../../tools/typescript/load.cjs';
import type { Pattern } from './pattern';

/** A character of each class that patterns distinguish. */
const CHARACTERS = [...'aA1 \t\n\r.,;:!?-_/\\|"\'`@#$%&*+=~()[]{}<>', ...'éя漢\u0301\u00a0’–😀'];
const LENGTH = 20_000;
/** Pairs are many: they are tried on short texts first, and those that take longest are tried on long ones. */
const SHORT = 1_000;
/** Most linear searches of a short text take a tenth of this. */
const SLOW_SHORT_MS = 0.1;
const SLOW_MS = 30;
const MOST_SUSPECTS = 5;
/** No linear search takes longer. */
const SEARCH_LIMIT_MS = 1_000;
/** Four times the text takes 4 times the time if the work per character is bounded, and 16 times if it is not. */
const MOST_GROWTH = 9;

/** A text of a length: one character, two in turn, or a run of one behind a run of another. */
interface Shape {
  name: string;
  of: (length: number) => string;
}

const RUNS: readonly Shape[] = CHARACTERS.map((one) => ({ name: one, of: (length) => one.repeat(length) }));
const PAIRS: readonly Shape[] = CHARACTERS.flatMap((one) =>
  CHARACTERS.flatMap((other) => [
    ...(one < other
      ? [{ name: `${one} and ${other} in turn`, of: (length: number) => (one + other).repeat(length / 2) }]
      : []),
    ...(one === other
      ? []
      : [
          {
            name: `${one}, then ${other}`,
            of: (length: number) => one.repeat(length / 2) + other.repeat(length / 2),
          },
        ]),
  ]),
);
const LONG_RUNS = RUNS.map((shape) => ({ shape, text: shape.of(LENGTH) }));
const SHORT_PAIRS = PAIRS.map((shape) => ({ shape, text: shape.of(SHORT) }));

/**
 * Finds the text for which the time of a pattern grows faster than its length. A sticky pattern is tried at each position.
 *
 * @param limitMs the time after which the search is interrupted, longer while the machine is busy
 * @returns the name of the text; undefined if the work per character is bounded
 */
export function findQuadratic({ source, flags }: Pattern, limitMs = 120_000): string | undefined {
  const pattern = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
  let found: string | undefined;
  const find = (): void => {
    const suspects = [
      ...slowOf(pattern, LONG_RUNS, SLOW_MS),
      ...slowOf(pattern, SHORT_PAIRS, SLOW_SHORT_MS).slice(0, MOST_SUSPECTS),
    ];
    found = suspects.find((shape) => isQuadratic(pattern, shape))?.name;
  };
  try {
    // A function in a context of its own is interrupted within a search.
    runInNewContext('find()', { find }, { timeout: Math.ceil(limitMs * load) });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return 'a text for which it does not end';
  }
  return found;
}

interface Text {
  shape: Shape;
  text: string;
}

/** Returns the shapes with texts that take long, the slowest first, up to the first that no linear search can take. */
function slowOf(pattern: RegExp, texts: readonly Text[], most: number): Shape[] {
  const slow: { shape: Shape; ms: number }[] = [];
  for (const { shape, text } of texts) {
    if (search(pattern, text) <= most) continue;
    // The first search may have compiled the pattern.
    const ms = search(pattern, text);
    if (ms > most) slow.push({ shape, ms });
    if (ms > SEARCH_LIMIT_MS) break;
  }
  return slow.toSorted((one, other) => other.ms - one.ms).map(({ shape }) => shape);
}

function isQuadratic(pattern: RegExp, { of }: Shape): boolean {
  const long = fastest(pattern, of(LENGTH));
  if (long < SLOW_MS) return false;
  return long > SEARCH_LIMIT_MS || long > MOST_GROWTH * fastest(pattern, of(LENGTH / 4));
}

/** Returns the shortest of three times: the one with the least work of other programs. */
function fastest(pattern: RegExp, text: string): number {
  const first = search(pattern, text);
  return first > SEARCH_LIMIT_MS ? first : Math.min(first, search(pattern, text), search(pattern, text));
}

/** Returns the processor time in milliseconds in which all matches in a text are found. */
function search(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.lastIndex = 0;
  for (let from = 0; pattern.test(text); from = pattern.lastIndex)
    // After an empty match, the next one begins at the next character.
    if (pattern.lastIndex === from) pattern.lastIndex += text.codePointAt(from)! > 0xffff ? 2 : 1;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
