/**
 * Measures the cost of an organization's own terms: processor milliseconds per KiB of text, without terms, with 1,000 and 10,000
 * phrases, and
 * with 200 patterns.
 *
 *   npm run bench:terms
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  anonymize,
  EntityTable,
  NO_RULES,
  PatternFinder,
  TermFinder,
  type TermSearch,
} from '@app/anonymization';
import { packageRoot } from '@app/common';

const KIB = 1_024;
const ROUNDS = 15;
const language = { code: 'en', regions: ['US'] } as const;

/** Prose with project names: the documents of the repository. */
const TEXT = [
  'README.md',
  'SECURITY.md',
  'docs/reference/contract/chat.md',
  'docs/reference/contract/running-it.md',
]
  .map((name) => readFileSync(join(packageRoot(), name), 'utf8'))
  .join('\n')
  .slice(0, 64 * KIB);
const WORDS = [...new Set(TEXT.match(/\p{L}{4,}/gu) ?? [])];

/** Phrases as companies use them: half begin with one of a few words, and some do not begin or end with a word. */
const phrase = (i: number): string => {
  const word = `${WORDS[(i * 7) % WORDS.length]}${i}`;
  if (i % 10 === 0) return `${word}++`;
  return i % 2 === 0 ? `Project ${word}` : `${word} ${WORDS[(i * 13) % WORDS.length]}`;
};
const phrases = (count: number): TermSearch[] => [
  new TermFinder(Array.from({ length: count }, (_, i) => ({ phrase: phrase(i) }))),
];
const patterns = (count: number): TermSearch[] => [
  new PatternFinder(Array.from({ length: count }, (_, i) => ({ pattern: `PRJ-${i}-[0-9]{4,8}` }))),
];

/** Returns the median of several rounds. */
function cost(terms: readonly TermSearch[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const table = EntityTable.create('placeholders');
    const started = process.cpuUsage();
    anonymize(table, { text: TEXT, spans: [], choices: [], language, rules: { ...NO_RULES, terms } });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]! / (TEXT.length / KIB);
}

const none = cost([]);
for (const [name, terms] of [
  ['no terms', []],
  ['1,000 phrases', phrases(1_000)],
  ['10,000 phrases', phrases(10_000)],
  ['200 patterns', patterns(200)],
] as const) {
  const all = cost(terms);
  console.log(`${name.padEnd(16)} ${all.toFixed(3)} ms/KiB, terms ${(all - none).toFixed(3)}`);
}
