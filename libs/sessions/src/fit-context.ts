import { replacementInstructions, type AnonymizedText, type ReplacementStyle } from '@app/anonymization';
import { AppError } from '@app/common';
import { countMessageTokens, type ChatMessage, type Model } from '@app/llm';
import type { HiddenConversation } from './hide-conversation';
import type { Turn } from './turn';

export interface FittedMessages {
  messages: ChatMessage[];
  /** Of the prompt alone. */
  promptTokens: number;
}

/**
 * The messages of a call: as many of the newest turns as the model's context takes, then the prompt.
 *
 * @throws AppError `bad_request` that says by how much, where the prompt alone does not fit
 */
export async function fitContext(
  { turns: hiddenTurns, prompt }: HiddenConversation,
  turns: readonly Turn[],
  style: ReplacementStyle,
  model: Model,
): Promise<FittedMessages> {
  const instructions = replacementInstructions(style);
  const promptTokens = await countMessageTokens(prompt.text);
  let room = model.promptTokens - promptTokens - (await countMessageTokens(instructions));
  if (room < 0) throw tooLong(-room, model);
  const fitting: ChatMessage[] = [];
  let replaced = prompt.replacements.length > 0;
  for (let i = turns.length - 1; i >= 0; i -= 1) {
    const hidden = hiddenTurns[i]!;
    room -= await turnTokens(turns[i]!, hidden);
    if (room < 0) break;
    fitting.unshift(
      { role: 'user', content: hidden.prompt.text },
      { role: 'assistant', content: hidden.answer.text },
    );
    replaced ||= hasReplacements(hidden.prompt) || hasReplacements(hidden.answer);
  }
  const system: ChatMessage[] = replaced ? [{ role: 'system', content: instructions }] : [];
  return { messages: [...system, ...fitting, { role: 'user', content: prompt.text }], promptTokens };
}

const hasReplacements = ({ replacements }: AnonymizedText): boolean => replacements.length > 0;

/** Counted when the turn was kept; again only where something in it is hidden now that was not then. */
async function turnTokens(
  turn: Turn,
  { prompt, answer }: HiddenConversation['turns'][number],
): Promise<number> {
  if (prompt.text === turn.anonymizedPrompt && answer.text === turn.answer) return turn.contextTokens;
  return (await countMessageTokens(prompt.text)) + (await countMessageTokens(answer.text));
}

function tooLong(tokens: number, model: Model): AppError {
  const message = `is too long for the model by ${tokens} tokens: about ${model.promptTokens} fit`;
  return new AppError('bad_request', `prompt ${message}`, { errors: [{ field: 'prompt', message }] });
}
