/**
 * Measures the cost of an organization's own terms: processor milliseconds per KiB of text, without terms, with 1,000 and 10,000
 * phrases, and
 * with 200 patterns.
 *
 *   npm run bench:terms
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymize, EntityTable, NO_RULES, TermFinder } from '@app/anonymization';
import { packageRoot, TimeSlice } from '@app/common';

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
const phrases = (count: number): Promise<TermFinder> =>
  TermFinder.of(
    Array.from({ length: count }, (_, i) => ({ phrase: phrase(i) })),
    new TimeSlice(),
  );
const patterns = (count: number): Promise<TermFinder> =>
  TermFinder.of(
    Array.from({ length: count }, (_, i) => ({ pattern: `PRJ-${i}-[0-9]{4,8}` })),
    new TimeSlice(),
  );

/** Returns the median of several rounds. */
async function cost(terms?: TermFinder): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const table = EntityTable.create('placeholders');
    const started = process.cpuUsage();
    await anonymize(table, [
      { text: TEXT, spans: [], choices: [], language, rules: { ...NO_RULES, ...(terms && { terms }) } },
    ]);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1_000);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]! / (TEXT.length / KIB);
}

async function main(): Promise<void> {
  const none = await cost();
  for (const [name, terms] of [
    ['no terms', undefined],
    ['1,000 phrases', await phrases(1_000)],
    ['10,000 phrases', await phrases(10_000)],
    ['200 patterns', await patterns(200)],
  ] as const) {
    const all = await cost(terms);
    console.log(`${name.padEnd(16)} ${all.toFixed(3)} ms/KiB, terms ${(all - none).toFixed(3)}`);
  }
}

void main();
