import type { Language } from '@app/anonymization';
import type { AnnotatedText, AnnotatedValue } from './annotated-text';
import { Scoring, type Outcome, type Share } from './scoring';

/** Finds what a policy hides in a text. */
export type FindValues = (text: string, language: Language) => Promise<readonly AnnotatedValue[]>;

/** What a policy hides in the annotated texts. */
export interface Measured {
  texts: number;
  wholeTexts: Share;
  outcomes: Outcome[];
}

/** Measures what policies hide in annotated texts. @returns a result for each policy */
export async function measureTexts(
  texts: readonly AnnotatedText[],
  policies: readonly FindValues[],
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<Measured[]> {
  const tried = policies.map((find) => ({ find, scoring: new Scoring() }));
  for (const [i, annotated] of texts.entries()) {
    for (const { find, scoring } of tried)
      scoring.add(annotated, await find(annotated.text, annotated.language));
    onProgress(i + 1, texts.length);
  }
  return tried.map(({ scoring: { wholeTexts, outcomes } }) => ({
    texts: texts.length,
    wholeTexts,
    outcomes,
  }));
}
