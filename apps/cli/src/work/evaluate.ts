import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { CoreModule } from '@app/core';
import { Evaluation, readAnnotatedText, type AnnotatedText, type Outcome, type Share } from '@app/evaluation';
import { PolicyModule, PreviewPolicy } from '@app/policy';

/** Needs PostgreSQL, ENCRYPTION_KEYS and the models of detection. */
const PARTS = [CoreModule.register('operator'), PolicyModule];

export interface EvaluationResult {
  texts: number;
  wholeTexts: Share;
  outcomes: Outcome[];
}

/**
 * Measures what policies hide in annotated texts. Reads all texts before it searches the first one.
 *
 * @param lines a JSON object each; empty lines are ignored
 * @returns a result for each policy
 * @throws AppError `bad_request` that names the line, or the field of the policy
 */
export const evaluate = (
  lines: AsyncIterable<string>,
  policies: readonly unknown[],
  onProgress: (done: number, all: number) => void,
): Promise<EvaluationResult[]> =>
  runWith(PARTS, async (app) => {
    const preview = app.get(PreviewPolicy, { strict: false });
    const tried = await Promise.all(
      policies.map(async (policy) => ({ find: await preview.of(policy), evaluation: new Evaluation() })),
    );
    const texts = await annotatedTexts(lines);
    for (const [i, annotated] of texts.entries()) {
      for (const { find, evaluation } of tried)
        evaluation.add(annotated, await find(annotated.text, annotated.language));
      onProgress(i + 1, texts.length);
    }
    return tried.map(({ evaluation: { wholeTexts, outcomes } }) => ({
      texts: texts.length,
      wholeTexts,
      outcomes,
    }));
  });

async function annotatedTexts(lines: AsyncIterable<string>): Promise<AnnotatedText[]> {
  const texts: AnnotatedText[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== '') texts.push(readAnnotatedText(line, number));
  }
  return texts;
}
