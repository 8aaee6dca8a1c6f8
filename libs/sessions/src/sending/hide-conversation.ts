import {
  anonymizeInSlices,
  kindsToSearch,
  type AnonymizedText,
  type Detector,
  type EntityTable,
  type EntityType,
  type Language,
  type Rules,
  type Span,
  type TextToAnonymize,
} from '@app/anonymization';
import { findingsOf, searchedFor, type Turn } from '../turn';
import type { ChosenPassage } from './choose-passages';
import { passagesOf, runsOf, type HiddenPassage } from './passage-runs';

export interface Search {
  prompt: string;
  turns: readonly Turn[];
  choices: readonly EntityType[];
  language: Language;
  /** Whose chat it is. */
  userId: string;
}

export interface Found {
  /** What was looked for. */
  kinds: readonly EntityType[];
  /** Absent where nothing was to be hidden, and so nobody looked. */
  prompt?: Span[];
  /** All turns, with what is known of them now. */
  turns: readonly Turn[];
  /** Those of them that something was looked for in just now. */
  searched: readonly Turn[];
}

/**
 * Looks for personal data in the prompt, and in those earlier texts that nobody looked at yet under these choices:
 * after `anonymized: false`, or fewer choices, what was let through then must not be sent again (contract: Chat).
 * One call for all texts.
 */
export async function findPersonalData(
  detector: Detector,
  { prompt, turns, choices, language, userId }: Search,
  signal: AbortSignal,
): Promise<Found> {
  if (choices.length === 0) return { kinds: [], turns, searched: [] };
  const kinds = kindsOf(turns, choices);
  const unseen = turns.flatMap((turn) => unseenTexts(turn, choices, kinds).map((field) => ({ turn, field })));
  const texts = [prompt, ...unseen.map(({ turn, field }) => turn[field])];
  const [inPrompt = [], ...inTurns] = await detector.detect(texts, language, signal, {
    kinds,
    owner: userId,
  });
  const searched = new Map<Turn, Turn>();
  unseen.forEach(({ turn, field }, i) => {
    const known = searched.get(turn) ?? turn;
    const findings = { ...findingsOf(known.findings, kinds), [field]: inTurns[i], ...searchedFor(kinds) };
    searched.set(turn, { ...known, findings });
  });
  return {
    kinds,
    prompt: inPrompt,
    turns: turns.map((turn) => searched.get(turn) ?? turn),
    searched: [...searched.values()],
  };
}

/**
 * What is looked for in a chat: also what was hidden in it before, since a value that its table knows may be written
 * otherwise now.
 */
export const kindsOf = (turns: readonly Turn[], choices: readonly EntityType[]): readonly EntityType[] =>
  kindsToSearch([...choices, ...turns.flatMap(({ hiddenTypes }) => hiddenTypes)]);

/**
 * The texts of a turn that were not searched for these kinds. An answer needs no search if all of `choices` was hidden
 * in the messages of its call and no found value stayed in them: then it repeats nothing that has to be found.
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
  /** What was detected in the prompt. */
  spans: readonly Span[];
  /** Of the chat's documents. */
  passages: readonly ChosenPassage[];
  /** What is newly hidden; what the table knows is hidden in any case. */
  choices: readonly EntityType[];
  language: Language;
  rules: Rules;
  /** The policy's own words before the conversation; empty: none. */
  systemPrompt: string;
}

export interface HiddenConversation {
  turns: { prompt: AnonymizedText; answer: AnonymizedText }[];
  prompt: AnonymizedText;
  passages: HiddenPassage[];
  systemPrompt: AnonymizedText;
  /** How many found values stay in all of it because a user keeps them or the policy excepts them. */
  left: number;
}

/**
 * Passes the whole conversation through the table as it is now, oldest text first: hidden once, hidden for the
 * life of the chat (contract: Chat). Answers are the service's own stored output, so their replacements stand; those
 * that the model made up do not. Prompt and passages are new. In the policy's own words only what is known is hidden.
 *
 * @param signal aborted when the caller leaves
 * @throws BlockedByPolicy if a new text holds what the rules block; the signal's reason
 */
export async function hideConversation(
  table: EntityTable,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<HiddenConversation> {
  const { turns, prompt, spans, passages, choices, language, rules, systemPrompt } = conversation;
  const hiding = { choices, language, rules };
  const inputs: TextToAnonymize[] = [
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
    // As runs, so that what is hidden does not depend on where a document was cut.
    ...runsOf(passages).map((run) => ({ ...run, ...hiding, field: 'doc' })),
    { text: systemPrompt, spans: [], choices: [], language },
  ];
  const hidden = await anonymizeInSlices(table, inputs, signal);
  return {
    turns: turns.map((_, i) => ({ prompt: hidden[2 * i]!, answer: hidden[2 * i + 1]! })),
    prompt: hidden[2 * turns.length]!,
    passages: hidden.slice(2 * turns.length + 1, -1).flatMap(passagesOf),
    systemPrompt: hidden.at(-1)!,
    left: hidden.reduce((sum, { left }) => sum + left, 0),
  };
}
