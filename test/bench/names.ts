/**
 * How well persons, addresses and numbers are found: `npm run bench:names [-- CORPORA]`.
 * Strict scores of what ships, and of the name model by itself, on the dev sets.
 */
import { join } from 'node:path';
import { createDetector, parseLanguage, type Detector, type EntityType } from '@app/anonymization';
import { OnnxNameModel } from '../../libs/anonymization/src/detection/adapters/onnx-name-model';
import { DEV_SETS, languageOf, readCorpus } from './corpora';
import { score, type Document, type Labelled, type Score } from './score';

const LABELS: Readonly<Record<EntityType, Labelled['label']>> = {
  Names: 'PERSON',
  Emails: 'EMAIL',
  Phone: 'PHONE',
};
const MODEL = process.env.MODEL_DIRECTORY ?? join(__dirname, '../../libs/anonymization/model');

async function main(): Promise<void> {
  const detector = await createDetector({ modelDirectory: MODEL });
  const model = await OnnxNameModel.load(MODEL);
  console.log(
    'set                     names        what ships: P    R    F1   F2  leak   over |  model: F1  leak',
  );
  for (const [group, names] of Object.entries(DEV_SETS)) {
    const rows: [Score, Score][] = [];
    for (const name of names) rows.push(await measure(name, detector, model));
    const mean = (pick: (row: [Score, Score]) => number): string =>
      (rows.reduce((sum, row) => sum + pick(row), 0) / rows.length).toFixed(3);
    console.log(
      `mean ${group}: F1 ${mean(([whole]) => whole.f1)}, the model alone ${mean(([, alone]) => alone.f1)}\n`,
    );
  }
  await detector.close();
  await model.close();
}

async function measure(name: string, detector: Detector, model: OnnxNameModel): Promise<[Score, Score]> {
  const documents = readCorpus(name);
  const texts = documents.map(({ text }) => text);
  const shipped = (await detector.detect(texts, parseLanguage(languageOf(name)))).map((spans) =>
    spans.map(({ start, end, type }) => ({ start, end, label: LABELS[type] })),
  );
  const alone = (await model.find(texts)).map((spans) =>
    spans.map(({ start, end }): Labelled => ({ start, end, label: 'PERSON' })),
  );
  const whole = score(documents, shipped, 'PERSON');
  const byModel = score(documents, alone, 'PERSON');
  const numbers = [whole.precision, whole.recall, whole.f1, whole.f2, whole.leak].map((value) =>
    value.toFixed(3),
  );
  console.log(
    `${name.padEnd(24)}${String(whole.gold).padStart(5)}                 ${numbers.join(' ')} ${whole.over.toFixed(4)} |  ${byModel.f1.toFixed(3)} ${byModel.leak.toFixed(3)}`,
  );
  printOthers(documents, shipped);
  return [whole, byModel];
}

/** Addresses, and numbers where the set labels at least ten. */
function printOthers(documents: readonly Document[], predictions: readonly Labelled[][]): void {
  for (const label of ['EMAIL', 'PHONE'] as const) {
    const { gold, precision, recall, f1 } = score(documents, predictions, label);
    const numbers = [precision, recall, f1].map((value) => value.toFixed(3)).join(' ');
    if (gold >= 10)
      console.log(`  ${label.padEnd(22)}${String(gold).padStart(5)}                 ${numbers}`);
  }
}

void main();
