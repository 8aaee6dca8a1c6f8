/** Measures detection on annotated texts: what is hidden, and what is hidden by mistake. Usable without Nest. */
export { readAnnotatedText, type AnnotatedText } from './annotated-text';
export { measureTexts, type FindValues, type Measured } from './measure-texts';
export type { Outcome, Share } from './scoring';
