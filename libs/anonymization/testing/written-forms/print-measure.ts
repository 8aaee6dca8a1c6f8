import { createDetector } from '../../src/detection/create-detector';
import { measureForms, OWN_FORMS, type FormCase } from './measure';

/** Prints for each written form how many values are still in the sent texts, completely or in part. */
async function printMeasure(): Promise<void> {
  const detector = await createDetector();
  const cases = await measureForms(detector, OWN_FORMS);
  await detector.close();
  const kinds = [...new Set(cases.map(kindOf))];
  const lines = kinds.map((kind) =>
    row(
      kind,
      cases.filter((one) => kindOf(one) === kind),
    ),
  );
  const head = ['| form | values | left whole | left in part |', '|---|---:|---:|---:|'];
  const misses = cases.filter(({ left, comesBack }) => left !== 'nothing' || !comesBack);
  const shown = misses.map(({ form, left, sent }) => `${form} (${left}): ${JSON.stringify(sent)}`);
  process.stdout.write(`${[...head, ...lines, row('**all**', cases), '', ...shown].join('\n')}\n`);
}

const kindOf = ({ type, form }: FormCase): string => `${type}: ${form}`;

function row(kind: string, cases: readonly FormCase[]): string {
  const count = (left: FormCase['left']): number => cases.filter((one) => one.left === left).length;
  return `| ${kind} | ${cases.length} | ${count('whole')} | ${count('part')} |`;
}

void printMeasure();
