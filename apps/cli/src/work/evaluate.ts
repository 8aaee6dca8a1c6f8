import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { CoreModule } from '@app/core';
import { measureTexts, readAnnotatedText, type AnnotatedText, type Measured } from '@app/evaluation';
import { PolicyModule, PreviewPolicy } from '@app/policy';

/** Needs PostgreSQL, ENCRYPTION_KEYS and the models of detection. */
const PARTS = [CoreModule.register('operator'), PolicyModule];

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
): Promise<Measured[]> =>
  runWith(PARTS, async (app) => {
    const preview = app.get(PreviewPolicy, { strict: false });
    const finders = await Promise.all(policies.map((policy) => preview.of(policy)));
    return measureTexts(await annotatedTexts(lines), finders, onProgress);
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
