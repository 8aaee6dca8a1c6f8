import { join } from 'node:path';
import { BASIC_TYPES, type EntityType, parseLanguage } from '@app/anonymization';
import { OnnxEngine } from '../../../libs/anonymization/src/detection/entity-model/onnx-engine';
import { OnnxEntityModel } from '../../../libs/anonymization/src/detection/entity-model/onnx-entity-model';
import type { Recognizer } from '../../../libs/anonymization/src/detection/ports';
import { createRecognizers } from '../../../libs/anonymization/src/detection/recognizers/create-recognizers';
import { NameLexicon } from '../../../libs/anonymization/src/lexicon/word-lists';
import { SearchedText } from '../../../libs/anonymization/src/detection/searched-text';

const MODEL = join(__dirname, '../../../libs/anonymization/model');
const ENGLISH = parseLanguage('en');
const NETWORK = 'network';
const ROUNDS = 9;

/**
 * Prints the cost of the network and of each recognizer on one thread, and of all recognizers compared with those for names,
 * e-mails and phones. Work that several recognizers share (fields, numbers) counts for the first one that needs it.
 */
export async function printRecognizerShares(texts: readonly string[]): Promise<void> {
  const lexicon = NameLexicon.load();
  const model = new OnnxEntityModel(await OnnxEngine.load(process.env.MODEL_DIRECTORY ?? MODEL, lexicon));
  const recognizers = createRecognizers(lexicon);
  const isDefault = (type: EntityType): boolean => (BASIC_TYPES as readonly EntityType[]).includes(type);
  const defaults = recognizers.filter(({ finds }) => finds.some(isDefault));
  const kib = texts.reduce((sum, text) => sum + text.length, 0) / 1024;
  const all = new Map<string, number[]>();
  const three = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await time(all, NETWORK, () => model.find(texts));
    const searched = searches(texts);
    for (const recognizer of recognizers)
      await time(all, recognizer.name, () => findAll(recognizer, searched));
    const others = searches(texts);
    for (const recognizer of defaults) await time(three, recognizer.name, () => findAll(recognizer, others));
  }
  const perKib = (times: Map<string, number[]>): Map<string, number> =>
    new Map([...times].map(([name, each]) => [name, median(each) / kib]));
  const [ofAll, ofThree] = [perKib(all), perKib(three)];
  const whole = sum(ofAll);
  console.log(`\n| part | ms per KiB | share |\n|---|---:|---:|`);
  for (const [name, ms] of [...ofAll].toSorted(([, a], [, b]) => b - a))
    console.log(`| ${name} | ${ms.toFixed(3)} | ${((100 * ms) / whole).toFixed(1)} % |`);
  const alone = sum(ofThree) + ofAll.get(NETWORK)!;
  console.log(
    `\nall kinds ${whole.toFixed(2)} ms per KiB, names, e-mails and phones alone ${alone.toFixed(2)}: ${(100 * (whole / alone - 1)).toFixed(0)} % more`,
  );
}

const searches = (texts: readonly string[]): SearchedText[] =>
  texts.map((text) => new SearchedText(text, ENGLISH));

function findAll(recognizer: Recognizer, texts: readonly SearchedText[]): void {
  for (const searched of texts) recognizer.find(searched);
}

async function time(times: Map<string, number[]>, name: string, work: () => unknown): Promise<void> {
  const from = performance.now();
  await work();
  times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const sum = (times: Map<string, number>): number => [...times.values()].reduce((a, b) => a + b, 0);
