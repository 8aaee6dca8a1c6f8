/**
 * How well each kind of personal data is found, by language: `npm run bench:kinds [-- CORPORA [CORPUS ...]]`. Strict
 * precision and recall (start and end equal), the share of values that any finding covers wholly, and how much of texts
 * without personal data is covered (this repository's dependencies: their code, and their licences).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDetector, type Detector, type EntityType, parseLanguage } from '@app/anonymization';
import { CORPORA, readCorpus } from './corpora';

/** The labels of the corpora that are of one kind. */
const KINDS: Readonly<Record<string, EntityType>> = {
  PERSON: 'Names',
  IBAN: 'BankAccounts',
  CARD: 'Cards',
  TAXID: 'IdNumbers',
  SSN: 'IdNumbers',
  IDNUM: 'IdNumbers',
  PLATE: 'Plates',
  REF: 'References',
  SECRET: 'Secrets',
  IP: 'IpAddresses',
  URL: 'Urls',
  USERNAME: 'Usernames',
  DATE: 'Dates',
  DOB: 'Birthdates',
  ADDRESS: 'Addresses',
  ORG: 'Organizations',
  LOC: 'Locations',
};
const DEV_SETS = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'].map(
  (language) => `authored.${language}.dev`,
);
const ENGLISH = parseLanguage('en');
const KINDS_SHOWN = [...new Set(Object.values(KINDS))];

interface Place {
  start: number;
  end: number;
}

async function main(): Promise<void> {
  const named = process.argv
    .slice(2)
    .filter((argument) => !argument.startsWith('--') && argument !== CORPORA);
  const detector = await createDetector({ modelDirectory: process.env.MODEL_DIRECTORY });
  console.log('| set | kind | n | P | R | covered |\n|---|---|---:|---:|---:|---:|');
  for (const set of named.length > 0 ? named : DEV_SETS) await measure(detector, set);
  console.log('\n| without personal data | KiB | covered |\n|---|---:|---:|');
  await measureFalseFinds(detector, 'code', /\.[cm]?js$/);
  await measureFalseFinds(detector, 'licences', /^LICEN[CS]E/i);
  await detector.close();
}

async function measure(detector: Detector, set: string): Promise<void> {
  const documents = readCorpus(set);
  const found = await detector.detect(
    documents.map(({ text }) => text),
    ENGLISH,
  );
  for (const kind of KINDS_SHOWN) {
    let [hits, predictions, values, covered] = [0, 0, 0, 0];
    for (const [at, { text, spans }] of documents.entries()) {
      const all = found[at] ?? [];
      const gold = spans.filter(({ label }) => KINDS[label] === kind).map((span) => trimmed(text, span));
      const mine = all.filter(({ type }) => type === kind).map((span) => trimmed(text, span));
      const keys = new Set(gold.map(({ start, end }) => `${start} ${end}`));
      hits += mine.filter(({ start, end }) => keys.has(`${start} ${end}`)).length;
      predictions += mine.length;
      values += gold.length;
      covered += gold.filter((value) => isCovered(text, value, all)).length;
    }
    if (values === 0) continue;
    const shares = [hits / Math.max(1, predictions), hits / values, covered / values];
    console.log(`| ${[set, kind, values, ...shares.map((share) => share.toFixed(3))].join(' | ')} |`);
  }
}

/** The share of characters that a finding of one of the kinds covers. */
async function measureFalseFinds(detector: Detector, name: string, files: RegExp): Promise<void> {
  const root = join(__dirname, '../../node_modules');
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && files.test(entry.name))
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .sort();
  const every = Math.max(1, Math.floor(paths.length / 60));
  const texts = paths
    .filter((_, at) => at % every === 0)
    .map((path) => readFileSync(path, 'utf8').slice(0, 4_096));
  const found = await detector.detect(texts, ENGLISH);
  let [length, covered] = [0, 0];
  for (const [at, text] of texts.entries()) {
    length += text.length;
    for (const { type, start, end } of found[at] ?? [])
      if (KINDS_SHOWN.includes(type)) covered += end - start;
  }
  console.log(`| ${name} | ${(length / 1024).toFixed(0)} | ${((100 * covered) / length).toFixed(3)} % |`);
}

/** Signs at the edges are nobody's mistake. */
function trimmed(text: string, { start, end }: Place): Place {
  const written = text.slice(start, end);
  const lead = written.length - written.replace(/^[\s"'(]+/, '').length;
  return { start: start + lead, end: start + written.replace(/[\s"',;.:)]+$/, '').length };
}

function isCovered(text: string, { start, end }: Place, found: readonly Place[]): boolean {
  for (let at = start; at < end; at += 1)
    if (/[\p{L}\p{N}]/u.test(text[at] ?? '') && !found.some((span) => span.start <= at && at < span.end))
      return false;
  return true;
}

void main();
