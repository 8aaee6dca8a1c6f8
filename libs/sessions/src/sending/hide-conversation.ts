import {
  type AnonymizedText,
  type EntityType,
  kindsToSearch,
  type Language,
  type Rules,
  type Span,
  type TextToAnonymize,
} from '@app/anonymization';
import type { HideTexts } from '@app/hiding';
import { findingsOf, searchedFor, type Turn } from '../turn';
import type { ChosenPassage } from './choose-passages';

export interface Search {
  prompt: string;
  /** The texts that OCR read in the images of the prompt. */
  images?: readonly string[];
  /** The instruction of the chat's assistant, and the kinds to hide in it, whatever the prompt chooses. */
  instruction?: { text: string; choices: readonly EntityType[] };
  turns: readonly Turn[];
  choices: readonly EntityType[];
  language: Language;
  /** Kinds with values in the table of the chat's case, beside those of its turns */
  known?: readonly EntityType[];
  /** The owner of the chat. */
  userId: string;
}

export interface Found {
  /** The kinds that were searched for. */
  kinds: readonly EntityType[];
  /** Absent if no kind was to be hidden, so that the prompt was not searched. */
  prompt?: Span[];
  /** The spans of each image. */
  images: Span[][];
  instruction: Span[];
  /** All turns, with their current findings. */
  turns: readonly Turn[];
  /** The turns that were searched by this call. */
  searched: readonly Turn[];
}

/**
 * Searches the prompt, and the earlier texts that were not yet searched for these choices. After `anonymized: false` or
 * fewer choices, earlier texts may contain values that must not be sent again (contract: Chat). Searches all texts in one
 * call.
 */
export async function findPersonalData(
  hideTexts: HideTexts,
  { prompt, images = [], instruction, turns, choices, language, known = [], userId }: Search,
  signal: AbortSignal,
): Promise<Found> {
  const ofInstruction = instruction ? [...instruction.choices, ...known] : [];
  const [inInstruction = []] =
    instruction && ofInstruction.length > 0
      ? await hideTexts.find(
          [instruction.text],
          { kinds: kindsOf(turns, ofInstruction), language, owner: { userId } },
          signal,
        )
      : [];
  if (choices.length === 0)
    return { kinds: [], images: images.map(() => []), instruction: inInstruction, turns, searched: [] };
  const kinds = kindsOf(turns, [...choices, ...known]);
  const unseen = turns.flatMap((turn) => unseenTexts(turn, choices, kinds).map((field) => ({ turn, field })));
  const texts = [prompt, ...images, ...unseen.map(({ turn, field }) => turn[field])];
  const [inPrompt = [], ...others] = await hideTexts.find(
    texts,
    { kinds, language, owner: { userId } },
    signal,
  );
  const [inImages, inTurns] = [others.slice(0, images.length), others.slice(images.length)];
  const searched = new Map<Turn, Turn>();
  unseen.forEach(({ turn, field }, i) => {
    const known = searched.get(turn) ?? turn;
    const findings = { ...findingsOf(known.findings, kinds), [field]: inTurns[i], ...searchedFor(kinds) };
    searched.set(turn, { ...known, findings });
  });
  return {
    kinds,
    prompt: inPrompt,
    images: inImages,
    instruction: inInstruction,
    turns: turns.map((turn) => searched.get(turn) ?? turn),
    searched: [...searched.values()],
  };
}

/**
 * Returns the kinds to search for in a chat. They include kinds that were hidden in it before, since a value that its table
 * knows may be written differently now.
 */
export const kindsOf = (turns: readonly Turn[], choices: readonly EntityType[]): readonly EntityType[] =>
  kindsToSearch([...choices, ...turns.flatMap(({ hiddenTypes }) => hiddenTypes)]);

/**
 * Returns the texts of a turn that were not searched for these kinds. An answer needs no search if all of `choices` was
 * hidden in the messages of its call and no found value stayed in them: then it cannot repeat such a value.
 */
function unseenTexts(
  { findings, hiddenTypes }: Turn,
  choices: readonly EntityType[],
  kinds: readonly EntityType[],
) {
  const answerIsSafe = findings.left === 0 && choices.every((type) => hiddenTypes.includes(type));
  const { prompt, answer } = findingsOf(findings, kinds);
  return [...(prompt ? [] : ['prompt' as const]), ...(answer || answerIsSafe ? [] : ['answer' as const])];
}

export interface Conversation {
  /** Complete turns, oldest first. */
  turns: readonly Turn[];
  prompt: string;
  /** The spans detected in the prompt. */
  spans: readonly Span[];
  /** Passages of the chat's documents. */
  passages: readonly ChosenPassage[];
  /** The texts in the images of the prompt. */
  images: readonly { text: string; spans: readonly Span[] }[];
  /** The kinds of new values to hide. Known values are always hidden. */
  choices: readonly EntityType[];
  language: Language;
  rules: Rules;
  /** The instruction of the chat's assistant; its text is empty if there is none. It has a field in a new chat only. */
  instruction: { text: string; spans: readonly Span[]; field?: string };
  /** The kinds of new values to hide in the instruction and in passages of the assistant's documents */
  choicesOfAssistant: readonly EntityType[];
  /** The policy's instructions before the conversation; empty if there are none. */
  systemPrompt: string;
}

export interface HiddenConversation {
  turns: { prompt: AnonymizedText; answer: AnonymizedText }[];
  prompt: AnonymizedText;
  passages: HiddenPassage[];
  /** The runs of these passages. */
  runs: AnonymizedText[];
  images: AnonymizedText[];
  instruction: AnonymizedText;
  systemPrompt: AnonymizedText;
  /** The number of found values that stay in the messages because a user keeps them or the policy excepts them. */
  left: number;
}

/**
 * Returns the texts of a conversation, oldest first: all are hidden together with the current table of the chat. A value that
 * was hidden once stays hidden for the life of the chat (contract: Chat). Answers were stored with replacements, which stay;
 * replacements that the model made up are text. Prompt, passages and the instruction of the assistant are new. In the policy's
 * instructions, only known values are hidden.
 */
export function textsOf(conversation: Conversation): TextToAnonymize[] {
  const { turns, prompt, spans, passages, images, choices, choicesOfAssistant, language, rules } =
    conversation;
  const hiding = { choices, language, rules };
  const ofAssistant = { ...hiding, choices: choicesOfAssistant };
  return [
    ...turns.flatMap((turn) => [
      { text: turn.prompt, spans: turn.findings.prompt ?? [], ...hiding },
      {
        text: turn.answer,
        spans: turn.findings.answer ?? [],
        ...hiding,
        origin: 'own' as const,
        madeUp: turn.findings.madeUp ?? [],
      },
    ]),
    { text: prompt, spans, ...hiding, field: 'prompt' },
    // As runs, so that the result does not depend on where a document was cut.
    ...runsOf(passages).map(({ text, spans, seams, isOfAssistant }) => ({
      text,
      spans,
      seams,
      ...(isOfAssistant ? ofAssistant : hiding),
      field: 'doc',
    })),
    ...images.map((image) => ({ ...image, ...hiding, field: 'images' })),
    { ...conversation.instruction, ...ofAssistant },
    { text: conversation.systemPrompt, spans: [], choices: [], language },
  ];
}

/** Returns the parts of a conversation. @param hidden the hidden texts of {@link textsOf}, in their order */
export function readHidden(
  { turns, images }: Pick<Conversation, 'turns' | 'images'>,
  hidden: readonly AnonymizedText[],
): HiddenConversation {
  const behind = hidden.slice(2 * turns.length + 1, -2);
  const runs = behind.slice(0, behind.length - images.length);
  return {
    turns: turns.map((_, i) => ({ prompt: hidden[2 * i]!, answer: hidden[2 * i + 1]! })),
    prompt: hidden[2 * turns.length]!,
    passages: runs.flatMap(passagesOf),
    runs,
    images: behind.slice(runs.length),
    instruction: hidden.at(-2)!,
    systemPrompt: hidden.at(-1)!,
    left: hidden.reduce((sum, { left }) => sum + left, 0),
  };
}

/** Consecutive passages of a document, joined into one text. */
interface Run {
  documentId: string;
  isOfAssistant: boolean;
  /** Where the text begins in the document. */
  offset: number;
  /** The passages, with the text before the first one and after the last one. */
  text: string;
  spans: Span[];
  /** The start of each passage, and the end of the last one. */
  seams: number[];
}

/**
 * Joins consecutive passages, so that a value that a cut divides is found whole. The text around a run is searched too,
 * because it may complete values at the edges of the run. It is not sent.
 */
export function runsOf(passages: readonly ChosenPassage[]): Run[] {
  const runs: Run[] = [];
  passages.forEach((passage, i) => {
    const previous = passages[i - 1];
    if (!previous || !follows(passage, previous)) {
      runs.push({
        documentId: passage.documentId,
        isOfAssistant: passage.isOfAssistant === true,
        offset: passage.start - passage.before.length,
        text: passage.before,
        spans: [],
        seams: [passage.before.length],
      });
    }
    const run = runs.at(-1)!;
    for (const span of passage.spans) addSpan(run, span);
    run.text += passage.text;
    run.seams.push(run.text.length);
    const next = passages[i + 1];
    if (!next || !follows(next, passage)) run.text += passage.after;
  });
  return runs;
}

/** Returns whether a passage begins where another one ends. */
export const follows = (passage: ChosenPassage, previous: ChosenPassage): boolean =>
  passage.documentId === previous.documentId && passage.start === previous.start + previous.text.length;

/** Returns the hidden passages of a run, without the text around it. */
const passagesOf = ({ parts, replacements }: AnonymizedText): HiddenPassage[] =>
  parts.slice(1, -1).map((text) => ({ text, isReplaced: replacements.length > 0 }));

export interface HiddenPassage {
  text: string;
  /** Whether any value in its run is replaced. */
  isReplaced: boolean;
}

/** Adds a span of the next passage. The two halves of a value that the cut divides become one span. */
function addSpan({ text, spans, seams }: Run, { start, end, ...rest }: Span): void {
  const seam = seams.at(-1)!;
  const half =
    start === 0 ? spans.find((other) => other.end === seam && isSameValue(other, rest)) : undefined;
  if (half) half.end = text.length + end;
  else spans.push({ start: text.length + start, end: text.length + end, ...rest });
}

const isSameValue = (a: Omit<Span, 'start' | 'end'>, b: Omit<Span, 'start' | 'end'>): boolean =>
  a.type === b.type && a.canonical === b.canonical;
