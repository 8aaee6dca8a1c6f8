import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { AppError } from '@app/common';
import type { Share } from '@app/evaluation';
import { print } from '../print';
import { progressLine } from '../progress';
import { readJson } from './policy';

interface Options {
  json?: boolean;
  policy?: string;
  before?: string;
}

/** `evaluate` */
export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      'measure on your own texts what is hidden, and what is hidden by mistake; stores none of them',
    )
    .argument('<file>', 'the annotated texts')
    .option('--policy <FILE>', 'the policy to measure; without it, one that hides all kinds but dates')
    .option('--before <FILE>', 'a second policy to compare with')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nFILE has one JSON object in each line: {"text": "...", "lang": "de", "values": [{"start": 0, "end": 10, ' +
        '"kind": "Names"}]}. Positions are UTF-16 code units, as in the output of policy preview. Without lang, the ' +
        'language is guessed. The shares have intervals of 95 %; with --json, a share of nothing is null.',
    )
    .action(async (file: string, { policy, before, json }: Options) => {
      const { evaluate } = await import('../work/evaluate.ts');
      const policies = [
        ...(before === undefined ? [] : [await readJson(before)]),
        policy ? await readJson(policy) : {},
      ];
      const results = await evaluate(
        linesOf(file),
        policies,
        json ? () => undefined : progressLine(process.stderr, 'texts'),
      );
      if (json) return print(results, { json });
      for (const [i, { texts, wholeTexts, outcomes }] of results.entries()) {
        if (before !== undefined)
          console.log(i === 0 ? `before: ${before}` : `\npolicy: ${policy ?? 'default'}`);
        print(
          outcomes.map(({ kind, recall, overMasking }) => ({
            kind,
            marked: recall.of,
            hidden: shown(recall),
            'all hidden': overMasking.of,
            'by mistake': shown(overMasking),
          })),
          {},
        );
        console.log(`texts: ${texts}, with every value hidden: ${shown(wholeTexts)} of those with values`);
      }
    });
}

const percent = (share: number): string => (share * 100).toFixed(1);

/** Formats "95.0 % (88.8 to 97.9)". */
const shown = ({ share, low, high }: Share): string =>
  share === null ? '-' : `${percent(share)} % (${percent(low)} to ${percent(high)})`;

/** @throws AppError `bad_request` without quoting the file */
async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  } catch (error) {
    throw new AppError(
      'bad_request',
      'The file with the annotated texts cannot be read',
      {},
      { cause: error },
    );
  }
}
