import {
  anonymizeInSlices,
  type AnonymizedText,
  type EntityTable,
  type EntityType,
  type Language,
  type Span,
} from '@app/anonymization';
import type { ChosenPassage } from './choose-passages';
import type { Turn } from './turn';

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
}

export interface HiddenConversation {
  turns: { prompt: AnonymizedText; answer: AnonymizedText }[];
  prompt: AnonymizedText;
  passages: AnonymizedText[];
}

/**
 * Passes the whole conversation through the table as it is now, oldest text first: hidden once, hidden for the
 * life of the chat (contract: Chat). Answers are the service's own stored output, so their replacements stand; those
 * that the model made up do not.
 */
export async function hideConversation(
  table: EntityTable,
  conversation: Conversation,
): Promise<HiddenConversation> {
  const { turns, prompt, spans, passages, choices, language } = conversation;
  const hidden = await anonymizeInSlices(table, [
    ...turns.flatMap((turn) => [
      { text: turn.prompt, spans: turn.findings.prompt ?? [], choices, language },
      {
        text: turn.answer,
        spans: turn.findings.answer ?? [],
        choices,
        language,
        origin: 'own' as const,
        madeUp: turn.findings.madeUp ?? [],
      },
    ]),
    { text: prompt, spans, choices, language },
    ...passages.map((passage) => ({ text: passage.text, spans: passage.spans, choices, language })),
  ]);
  return {
    turns: turns.map((_, i) => ({ prompt: hidden[2 * i]!, answer: hidden[2 * i + 1]! })),
    prompt: hidden[2 * turns.length]!,
    passages: hidden.slice(2 * turns.length + 1),
  };
}
