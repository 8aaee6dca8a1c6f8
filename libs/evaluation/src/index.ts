/** Measures detection on annotated texts: what is hidden, and what is hidden by mistake. Usable without Nest. */
export { readAnnotatedText, type AnnotatedText } from './annotated-text';
export { Evaluation, type Outcome, type Share } from './evaluation';
