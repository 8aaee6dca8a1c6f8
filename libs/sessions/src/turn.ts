import {
  answersFor,
  DETECTION_GENERATION,
  ENTITY_TYPES,
  kindsToSearch,
  type EntityType,
  type Replacement,
  type Span,
} from '@app/anonymization';
import type { Protection } from '@app/audit';
import type { DataKey } from '@app/crypto';
import type { TurnRow } from './turn.entity';

/** What was detected in a turn's texts, absent where nobody looked; and what they were sent with. */
export interface Findings {
  /**
   * The generation of detection that looked for all kinds; absent where none did, or the first. What an earlier one
   * found is looked for again.
   */
  generation?: number;
  /** Where only some kinds were looked for. Versions before, which do not know of it, look again. */
  partly?: { generation: number; kinds: readonly EntityType[] };
  prompt?: Span[];
  answer?: Span[];
  /** What in the answer reads as a replacement, and was not sent in its call. */
  madeUp?: Span[];
  /** Absent in turns of versions before, and of images, with which nothing is sent. */
  beside?: SentBeside;
  /**
   * How many found values stayed in the messages of its call because a user kept them or the policy excepted them.
   * Absent in turns of versions before: their answers may repeat such a value.
   */
  left?: number;
  /** How much of what was sent was searched; absent in turns of versions before, as the next. */
  protection?: Protection;
  /** Why the answer ended, as the provider says; `stopped` if its caller left before the end. Absent of images. */
  finish?: string;
  /**
   * The turn whose answer this one continues, and from which offset of its restored answer on: the end of a cut answer may
   * be the beginning of a replacement. In UTF-16 code units.
   */
  continues?: { turnId: string; at: number };
}

/** How it is noted with findings that these kinds were looked for. */
export function searchedFor(wanted: readonly EntityType[]): Pick<Findings, 'generation' | 'partly'> {
  const [generation, kinds] = [DETECTION_GENERATION, kindsToSearch(wanted)];
  return kinds.length === ENTITY_TYPES.length ? { generation } : { partly: { generation, kinds } };
}

/** Findings without what was looked for by an earlier generation of detection, or for fewer kinds: there may be more. */
export function findingsOf(
  { generation = 1, partly, prompt, answer, ...others }: Findings,
  wanted: readonly EntityType[],
): Findings {
  const searched =
    generation === DETECTION_GENERATION
      ? ENTITY_TYPES
      : partly?.generation === DETECTION_GENERATION
        ? partly.kinds
        : [];
  return answersFor(searched, wanted)
    ? { ...others, ...(prompt && { prompt }), ...(answer && { answer }) }
    : others;
}

/** What was sent with a prompt, in the same call. */
export interface SentBeside {
  /** Earlier turns of its chat. */
  turns: number;
  /** Of the chat's documents. */
  passages: number;
  /** Whether the policy's system prompt stood before them. */
  systemPrompt: boolean;
}

/** A complete turn, unsealed. */
export interface Turn {
  id: string;
  ordinal: number;
  model: string;
  /** The document that this turn attached. */
  documentId: string | null;
  /** `image`: the answer is an image, kept under the turn's id. */
  responseType: 'text' | 'image';
  /** What was newly hidden in the messages of its call. */
  hiddenTypes: readonly EntityType[];
  prompt: string;
  /** As it was sent then. */
  anonymizedPrompt: string;
  /** As the model said it, with replacements. */
  answer: string;
  restoredAnswer: string;
  /** Those in prompt and answer, by first appearance. */
  replacements: readonly Replacement[];
  findings: Findings;
  /** Tokens of prompt and answer. */
  contextTokens: number;
}

export interface KeptTurn extends Turn {
  createdAt: Date;
}

type SealedColumn =
  | 'prompt'
  | 'anonymized_prompt'
  | 'answer'
  | 'restored_answer'
  | 'replacements'
  | 'findings';
type Sealed<K extends keyof TurnRow> = Pick<TurnRow, K>;
export type SealedQuestion = Sealed<'prompt' | 'anonymizedPrompt'>;
export type SealedAnswer = Sealed<'answer' | 'restoredAnswer' | 'replacements' | 'findings'>;
/** A turn as it is stored. */
export type SealedTurn = SealedQuestion &
  SealedAnswer &
  Sealed<'id' | 'model' | 'documentId' | 'responseType' | 'contextTokens'> & {
    hiddenTypes: readonly EntityType[];
  };

/** What of a turn is known before its answer. */
export function sealQuestion(
  { id, prompt, anonymizedPrompt }: Pick<Turn, 'id' | 'prompt' | 'anonymizedPrompt'>,
  key: DataKey,
): SealedQuestion {
  return {
    prompt: key.seal(prompt, bindingOf('prompt', id)),
    anonymizedPrompt: key.seal(anonymizedPrompt, bindingOf('anonymized_prompt', id)),
  };
}

export function sealAnswer(
  {
    id,
    answer,
    restoredAnswer,
    replacements,
    findings,
  }: Pick<Turn, 'id' | 'answer' | 'restoredAnswer' | 'replacements' | 'findings'>,
  key: DataKey,
): SealedAnswer {
  return {
    answer: key.seal(answer, bindingOf('answer', id)),
    restoredAnswer: key.seal(restoredAnswer, bindingOf('restored_answer', id)),
    replacements: key.seal(JSON.stringify(replacements), bindingOf('replacements', id)),
    findings: sealFindings({ id, findings }, key),
  };
}

export const sealFindings = ({ id, findings }: Pick<Turn, 'id' | 'findings'>, key: DataKey): Buffer =>
  key.seal(JSON.stringify(findings), bindingOf('findings', id));

export function openTurn(row: TurnRow, key: DataKey): KeptTurn {
  const open = (column: SealedColumn, sealed: Buffer): string =>
    key.openText(sealed, bindingOf(column, row.id));
  const { id, ordinal, model, documentId, responseType, hiddenTypes, contextTokens, createdAt } = row;
  return {
    id,
    ordinal,
    model,
    documentId,
    responseType,
    hiddenTypes,
    contextTokens,
    createdAt,
    prompt: open('prompt', row.prompt),
    anonymizedPrompt: open('anonymized_prompt', row.anonymizedPrompt),
    answer: open('answer', row.answer),
    restoredAnswer: open('restored_answer', row.restoredAnswer),
    replacements: openReplacements(row, key),
    findings: JSON.parse(open('findings', row.findings)) as Findings,
  };
}

export const openReplacements = (
  { id, replacements }: Pick<TurnRow, 'id' | 'replacements'>,
  key: DataKey,
): Replacement[] => JSON.parse(key.openText(replacements, bindingOf('replacements', id))) as Replacement[];

const bindingOf = (column: SealedColumn, id: string): string => `turns.${column}:${id}`;
