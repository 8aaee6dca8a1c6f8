/**
 * Measures detection in languages that requests cannot name: `npm run bench:languages`. Searches the texts of
 * `test/bench/languages` like a request without `lang`, with the default kinds: every kind but dates. Prints strict precision
 * and recall of names, the share of values that findings cover completely, and the share of findings that touch no value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDetector, type Detector, type EntityType, languageOf } from '@app/anonymization';
import { readMarked } from './languages/read-marked';
import { type Found, MEASURED, mistakenShare, sharesOf } from './shares';

const FOLDER = join(__dirname, 'languages');
const DEFAULT_KINDS = MEASURED.filter((kind) => kind !== 'Dates');

/** The columns of the second table. */
const COLUMNS: Readonly<Record<string, readonly EntityType[]>> = {
  organizations: ['Organizations'],
  places: ['Locations'],
  addresses: ['Addresses'],
  births: ['Birthdates'],
  phones: ['Phone'],
  'ID numbers': ['IdNumbers'],
  'accounts, e-mail': ['BankAccounts', 'Emails'],
  references: ['References'],
  'plates, user names, passwords': ['Plates', 'Usernames', 'Secrets'],
};

interface Measure {
  language: string;
  values: string[];
  columns: string[];
}

async function main(): Promise<void> {
  const detector = await createDetector({ modelDirectory: process.env.MODEL_DIRECTORY });
  const measures: Measure[] = [];
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.txt')))
    measures.push(await measure(detector, file.replace('.txt', '')));
  await detector.close();
  print([
    ['', 'values', 'hidden', 'names', 'hidden', 'P', 'R', 'by mistake', 'dates', 'found'],
    ...measures.map(({ language, values }) => [language, ...values]),
  ]);
  print([
    ['hidden', ...Object.keys(COLUMNS)],
    ...measures.map(({ language, columns }) => [language, ...columns]),
  ]);
}

async function measure(detector: Detector, language: string): Promise<Measure> {
  const documents = readMarked(language, readFileSync(join(FOLDER, `${language}.txt`), 'utf8'));
  const withDates: Found[] = [];
  for (const { text } of documents) withDates.push(...(await detector.detect([text], languageOf(text))));
  const found = withDates.map((spans) => spans.filter(({ type }) => type !== 'Dates'));
  const all = sharesOf(DEFAULT_KINDS, documents, found);
  const names = sharesOf(['Names'], documents, found);
  const dates = sharesOf(['Dates'], documents, withDates);
  return {
    language,
    values: [
      String(all.values),
      percent(all.covered),
      String(names.values),
      ...[names.covered, names.precision, names.recall, mistakenShare(documents, found)].map(percent),
      String(dates.values),
      percent(dates.covered),
    ],
    columns: Object.values(COLUMNS).map((kinds) => {
      const { values, covered } = sharesOf(kinds, documents, found);
      return `${Math.round(covered * values)} of ${values}`;
    }),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function print([head = [], ...rows]: readonly string[][]): void {
  const lines = [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows];
  console.log(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}

void main();
