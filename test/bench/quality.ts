/**
 * Prints the quality table: `npm run bench:quality [-- CORPORA]`, or without other tools `npm run bench:names [-- CORPORA]`.
 *
 * Strict scores by entity, language and domain on the dev sets: of the shipped detector, of its parts, and of tools that a Node
 * user could use instead. Leak is the share of personal characters that no finding covers; over is the share of other
 * characters that findings cover.
 */
import { DEV_SETS, readCorpus, type DevSet } from './corpora';
import { score, type Labelled, type Score } from './score';
import { loadOurs } from './systems/ours';
import { loadPeers } from './systems/peers';
import type { System } from './systems/system';

const LABELS = ['PERSON', 'EMAIL', 'PHONE'] as const;
/** Minimum number of values for a meaningful score. */
const FEWEST_GOLD = 10;

async function main(): Promise<void> {
  const systems = [...(await loadOurs()), ...(process.argv.includes('--ours') ? [] : loadPeers())];
  const f1: Record<string, number[]> = {};
  console.log('| set | domain | entity | n | system | P | R | F1 | F2 | leak | over |');
  console.log('|---|---|---|---:|---|---:|---:|---:|---:|---:|---:|');
  for (const set of DEV_SETS) {
    const documents = readCorpus(set.name);
    for (const system of systems) {
      const predictions = await system.find(
        documents.map(({ text }) => text),
        set.language,
      );
      for (const label of LABELS) {
        const result = score(documents, predictions, label);
        if (result.gold < FEWEST_GOLD) continue;
        print(set, label, system, result);
        if (label === 'PERSON' && set.counts) (f1[`${system.name}, ${set.language}`] ??= []).push(result.f1);
      }
    }
  }
  console.log('\nMean F1 of persons over the sets that count:');
  for (const [name, values] of Object.entries(f1)) {
    console.log(`- ${name}: ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)}`);
  }
  for (const system of systems) await system.close();
}

function print({ name, domain }: DevSet, label: Labelled['label'], system: System, result: Score): void {
  const { gold, precision, recall, f1, f2, leak, over } = result;
  const numbers = [precision, recall, f1, f2, leak].map((value) => value.toFixed(3));
  console.log(`| ${[name, domain, label, gold, system.name, ...numbers, over.toFixed(4)].join(' | ')} |`);
}

void main();
