import {
  DETECTION_GENERATION,
  ENTITY_TYPES,
  kindsToSearch,
  type EntityType,
  type Replacement,
  type Span,
} from '@app/anonymization';
import type { Protection } from '@app/audit';
import type { DataKey } from '@app/crypto';
import type { Excerpt } from '@app/documents';
import type { TurnRow, TurnVersionRow } from './turn.entity';

/** The spans detected in a turn's texts, absent for texts that were not searched, and the conditions of the call. */
export interface Findings {
  /**
   * The generation of detection that searched for all kinds. Absent if none did, or if it was the first one. Texts that an
   * earlier generation searched are searched again.
   */
  generation?: number;
  /** Present if only some kinds were searched for. Earlier versions, which do not know the field, search again. */
  partly?: { generation: number; kinds: readonly EntityType[] };
  prompt?: Span[];
  answer?: Span[];
  /** Spans of the answer that look like replacements but were not sent in its call. */
  madeUp?: Span[];
  /** Absent in turns of earlier versions, and in turns with images, which send nothing else. */
  beside?: SentBeside;
  /** The documents and images that this turn attached, if there are several. */
  attached?: string[];
  /** What was sent of the chat's documents. Absent in turns of earlier versions. */
  passages?: SentPassages[];
  /** What replaced values in the instruction of the chat's assistant. Absent if there is none. */
  instruction?: SentReplacement[];
  /**
   * The number of found values that stayed in the messages of its call because a user kept them or the policy excepted them.
   * Absent in turns of earlier versions: their answers may repeat such a value.
   */
  left?: number;
  /** How much of the messages was searched. Absent in turns of earlier versions, like the next field. */
  protection?: Protection;
  /** The finish reason of the provider; `stopped` if the caller disconnected before the end. Absent for images. */
  finish?: string;
  /**
   * The turn with the answer that this one continues, and the offset in its restored answer, in UTF-16 code units. The end
   * of a cut answer may be the beginning of a replacement.
   */
  continues?: { turnId: string; at: number };
}

/** Returns the fields of findings that record a search for these kinds. */
export function searchedFor(wanted: readonly EntityType[]): Pick<Findings, 'generation' | 'partly'> {
  const [generation, kinds] = [DETECTION_GENERATION, kindsToSearch(wanted)];
  return kinds.length === ENTITY_TYPES.length ? { generation } : { partly: { generation, kinds } };
}

/** Returns findings without those of an earlier generation of detection or of fewer kinds: there may be more. */
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
  return wanted.every((kind) => searched.includes(kind))
    ? { ...others, ...(prompt && { prompt }), ...(answer && { answer }) }
    : others;
}

/** What was sent with a prompt in the same call. */
export interface SentBeside {
  /** Earlier turns of its chat. */
  turns: number;
  /** Passages of the chat's documents. */
  passages: number;
  /** Whether the policy's system prompt came first. */
  systemPrompt: boolean;
  /** Whether the instruction of the chat's assistant came before the conversation. Absent if there is none. */
  instruction?: boolean;
  /** Images of the prompt. Absent if there are none. */
  images?: number;
}

/** What replaced a value in a document that was sent. Offsets are those of the document's text, in UTF-16 code units. */
export interface SentReplacement {
  start: number;
  end: number;
  replacement: string;
  kind: EntityType;
  /** Whether the policy removed the value */
  removed?: true;
}

/**
 * Consecutive passages of a document that were sent, without their text: it is read from the document, and so is deleted with
 * it. The replacements make it what was sent, whatever the table of the chat became later.
 */
export interface SentPassages extends Excerpt {
  replaced: SentReplacement[];
}

/** A complete turn, unsealed. */
export interface Turn {
  id: string;
  ordinal: number;
  model: string;
  /** The document that this turn attached, the first of several. */
  documentId: string | null;
  /** `image`: the answer is an image, stored under the turn's id. */
  responseType: 'text' | 'image';
  /** The kinds that were newly hidden in the messages of its call. */
  hiddenTypes: readonly EntityType[];
  prompt: string;
  /** The prompt as it was sent. */
  anonymizedPrompt: string;
  /** The model's answer, with replacements. */
  answer: string;
  restoredAnswer: string;
  /** The replacements in prompt and answer, by first appearance. */
  replacements: readonly Replacement[];
  findings: Findings;
  /** The tokens of prompt and answer. */
  contextTokens: number;
  /** The first version of this turn. Absent if this is the first version. */
  versionOf?: string;
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
    versionOf?: string;
  };

/** Seals the parts of a turn that are known before its answer. */
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

export function openTurn(row: TurnRow | TurnVersionRow, key: DataKey): KeptTurn {
  const open = (column: SealedColumn, sealed: Buffer): string =>
    key.openText(sealed, bindingOf(column, row.id));
  const { id, ordinal, model, documentId, responseType, hiddenTypes, contextTokens, createdAt, versionOf } =
    row;
  return {
    id,
    ordinal,
    model,
    documentId,
    responseType,
    hiddenTypes,
    contextTokens,
    createdAt,
    ...(versionOf && { versionOf }),
    prompt: open('prompt', row.prompt),
    anonymizedPrompt: open('anonymized_prompt', row.anonymizedPrompt),
    answer: open('answer', row.answer),
    restoredAnswer: open('restored_answer', row.restoredAnswer),
    replacements: openReplacements(row, key),
    findings: JSON.parse(open('findings', row.findings)) as Findings,
  };
}

/** Returns the texts of a turn as the user wrote and read them. The answer of an image is its address, which is left out. */
export const openTexts = (
  {
    id,
    prompt,
    restoredAnswer,
    responseType,
  }: Pick<TurnRow, 'id' | 'prompt' | 'restoredAnswer' | 'responseType'>,
  key: DataKey,
): { prompt: string; answer: string } => ({
  prompt: key.openText(prompt, bindingOf('prompt', id)),
  answer: responseType === 'image' ? '' : key.openText(restoredAnswer, bindingOf('restored_answer', id)),
});

/** Returns the prompt as it was sent. */
export const openSentPrompt = (
  { id, anonymizedPrompt }: Pick<TurnRow, 'id' | 'anonymizedPrompt'>,
  key: DataKey,
): string => key.openText(anonymizedPrompt, bindingOf('anonymized_prompt', id));

export const openReplacements = (
  { id, replacements }: Pick<TurnRow, 'id' | 'replacements'>,
  key: DataKey,
): Replacement[] => JSON.parse(key.openText(replacements, bindingOf('replacements', id))) as Replacement[];

/** Returns the first version of a turn, which identifies all its versions. */
export const firstVersionOf = ({ id, versionOf }: Pick<Turn, 'id' | 'versionOf'>): string => versionOf ?? id;

const bindingOf = (column: SealedColumn, id: string): string => `turns.${column}:${id}`;

/** Returns the documents and images that a turn attached. */
export const attachedBy = ({
  documentId,
  findings: { attached },
}: Pick<Turn, 'documentId' | 'findings'>): string[] => attached ?? (documentId === null ? [] : [documentId]);
