import { handwrittenCases } from './handwritten';
import type { CorpusCase } from './corpus-case';
import { generatedCases } from './generated';
import { score } from './score';

/** Prints the score of the mangling corpus, for each kind of mangling and in total, with the failures. */
async function printScore(): Promise<void> {
  const cases = [...handwrittenCases(), ...generatedCases()];
  const nameOf = ({ style, kind }: CorpusCase) => `${style}: ${kind}`;
  const names = [...new Set(cases.map(nameOf))];
  const lines: string[] = [];
  for (const name of names)
    lines.push(
      await row(
        name,
        cases.filter((one) => nameOf(one) === name),
      ),
    );
  const head = ['| | answers | restored | left | wrong |', '|---|---:|---:|---:|---:|'];
  const table = [...head, ...lines, await row('**all**', cases)].join('\n');
  process.stdout.write(`${table}\n${(await score(cases)).misses.join('\n')}\n`);
}

async function row(name: string, cases: readonly CorpusCase[]): Promise<string> {
  const { restored, left, wrong } = await score(cases);
  return `| ${name} | ${cases.length} | ${restored} of ${restored + left} | ${left} | ${wrong} |`;
}

void printScore();
