/** Measures what policies hide in annotated texts, and stores texts that users mark for it. */
export { readAnnotatedText, type AnnotatedText, type AnnotatedValue } from './annotated-text';
export { DeleteEvaluations } from './delete-evaluations';
export {
  LONGEST_TEXT,
  MOST_ADDED,
  MOST_VALUES,
  TEXT_STATES,
  type Evaluation,
  type EvaluationText,
  type Measurement,
  type TextState,
  type TextSummary,
} from './evaluation';
export { EvaluationsModule, StoredEvaluationsModule } from './evaluations.module';
export { ExportEvaluations, type ExportedEvaluation } from './export-evaluations';
export { ManageEvaluations, type GivenText } from './manage-evaluations';
export { MeasureEvaluation } from './measure-evaluation';
export { measureTexts, type FindValues, type Measured } from './measure-texts';
export { restoredEvaluations } from './restored-evaluations.store';
export type { Outcome, Share } from './scoring';
export { REPORT_LANGUAGES, writeReport, type ReportLanguage } from './write-report';
