/**
 * Measures detection of each kind by language: `npm run bench:kinds [-- CORPORA [CORPUS ...]]`. Prints strict precision and
 * recall (start and end equal), the share of values completely covered by any finding, and the share of characters covered in
 * texts without personal data: code, legal texts, price lists, logs, texts of daily life. Dates in these texts are real dates and
 * counted separately.
 */
import { createDetector, type Detector, type EntityType, parseLanguage } from '@app/anonymization';
import { readNegatives } from '../../libs/anonymization/testing/negatives/read-negatives';
import { CORPORA, readCorpus } from './corpora';
import { readImpersonal } from './impersonal/read-impersonal';
import { MEASURED, sharesOf } from './shares';

const DEV_SETS = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'].map(
  (language) => `authored.${language}.dev`,
);
const ENGLISH = parseLanguage('en');

async function main(): Promise<void> {
  const named = process.argv
    .slice(2)
    .filter((argument) => !argument.startsWith('--') && argument !== CORPORA);
  const detector = await createDetector({ modelDirectory: process.env.MODEL_DIRECTORY });
  console.log('| set | kind | n | P | R | covered |\n|---|---|---:|---:|---:|---:|');
  for (const set of named.length > 0 ? named : DEV_SETS) await measure(detector, set);
  console.log(
    '\n| without personal data | KiB | covered | as dates | characters by kind |\n|---|---:|---:|---:|---|',
  );
  const impersonal = readImpersonal();
  for (const [name, texts] of Object.entries(impersonal)) await measureFalseFinds(detector, name, texts);
  await measureFalseFinds(detector, 'all of it', Object.values(impersonal).flat());
  const negatives = readNegatives();
  for (const language of new Set(negatives.map((text) => text.language))) {
    const texts = negatives.filter((text) => text.language === language).map(({ text }) => text);
    await measureFalseFinds(detector, `texts in ${language}`, texts);
  }
  await detector.close();
}

async function measure(detector: Detector, set: string): Promise<void> {
  const documents = readCorpus(set);
  const found = await detector.detect(
    documents.map(({ text }) => text),
    ENGLISH,
  );
  for (const kind of MEASURED) {
    const { values, precision, recall, covered } = sharesOf([kind], documents, found);
    if (values === 0) continue;
    const shares = [precision, recall, covered].map((share) => share.toFixed(3));
    console.log(`| ${[set, kind, values, ...shares].join(' | ')} |`);
  }
}

/** Returns the share of characters that findings of these kinds cover, and the number of characters by kind. */
async function measureFalseFinds(detector: Detector, name: string, texts: readonly string[]): Promise<void> {
  const found = await detector.detect(texts, ENGLISH);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const covered = new Map<EntityType, number>();
  let whole = 0;
  for (const [at, text] of texts.entries()) {
    const kinds = Array.from<EntityType | undefined>({ length: text.length });
    for (const { type, start, end } of found[at] ?? []) kinds.fill(type, start, end);
    for (const kind of kinds.filter((one) => one !== undefined)) {
      covered.set(kind, (covered.get(kind) ?? 0) + 1);
      whole += 1;
    }
  }
  const percent = (characters: number): string => `${((100 * characters) / length).toFixed(3)} %`;
  const dates = covered.get('Dates') ?? 0;
  const kinds = [...covered].toSorted(([, a], [, b]) => b - a).map(([type, n]) => `${type} ${n}`);
  const cells = [name, (length / 1024).toFixed(0), percent(whole - dates), percent(dates), kinds.join(', ')];
  console.log(`| ${cells.join(' | ')} |`);
}

void main();
