import { replacementInstructions, type AnonymizedText, type ReplacementStyle } from '@app/anonymization';
import { AppError, invalid } from '@app/common';
import { countMessageTokens, mostMessageTokens, type ChatMessage, type Model } from '@app/llm';
import type { SentBeside, Turn } from '../turn';
import type { ChosenPassages } from './choose-passages';
import { type HiddenConversation, follows, type HiddenPassage } from './hide-conversation';

const ALL = 'The user attached these documents. They are complete.';
const SOME =
  'The user attached documents. These are the passages that seem to matter to the request; everything else was left ' +
  'out ("[...]"). Do not claim to have read more than this.';
const GAP = '\n[...]\n';

/** The messages of a call, and what they contain in addition to the prompt. */
export interface FittedContext {
  messages: ChatMessage[];
  beside: SentBeside;
}

/**
 * Returns the messages of a call: the policy's instructions and those of the assistant, as many of the newest turns as the
 * model's context allows, then the passages of the chat's documents with the prompt. These share one message, since some
 * models do not accept two consecutive messages of one role.
 *
 * @throws AppError `prompt_too_long` with the number of excess tokens, if the prompt alone does not fit
 */
export async function fitContext(
  { turns: hiddenTurns, prompt, passages, instruction, systemPrompt }: HiddenConversation,
  { turns, chosen }: { turns: readonly Turn[]; chosen: ChosenPassages },
  style: ReplacementStyle,
  model: Model,
): Promise<FittedContext> {
  const instructions = replacementInstructions(style);
  const always = [prompt.text, systemPrompt.text, instruction.text, instructions];
  const most = always.map(mostMessageTokens);
  const mostOfTurns = turns.map(
    (turn, i) => knownTokens(turn, hiddenTurns[i]!) ?? mostTokens(hiddenTurns[i]!),
  );
  const fitsSurely = passages.length === 0 && sum([...most, ...mostOfTurns]) <= model.promptTokens;
  // A text is not tokenized if it fits whatever its number of tokens.
  let room = Infinity;
  if (!fitsSurely)
    room = model.promptTokens - sum(await Promise.all(always.map((text) => countMessageTokens(text))));
  if (room < 0) throw tooLong(-room, model);
  const documents = await fitDocuments(passages, chosen, room);
  room -= documents.tokens;
  const fitting: ChatMessage[] = [];
  let replaced =
    [prompt, systemPrompt, instruction].some(hasReplacements) ||
    passages.some(({ isReplaced }) => isReplaced);
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
  // One message, since some models do not accept a second system message.
  const content = [systemPrompt.text, instruction.text, replaced ? instructions : '']
    .filter(Boolean)
    .join('\n\n');
  const system: ChatMessage[] = content === '' ? [] : [{ role: 'system', content }];
  return {
    messages: [...system, ...fitting, { role: 'user', content: documents.text + prompt.text }],
    beside: {
      turns: fitting.length / 2,
      passages: documents.count,
      systemPrompt: systemPrompt.text !== '',
      ...(instruction.text !== '' && { instruction: true }),
    },
  };
}

const hasReplacements = ({ replacements }: AnonymizedText): boolean => replacements.length > 0;

/** Hiding may have lengthened the passages since they were chosen. Then the last ones are left out. */
async function fitDocuments(
  hidden: readonly HiddenPassage[],
  chosen: ChosenPassages,
  room: number,
): Promise<{ text: string; tokens: number; count: number }> {
  for (let count = hidden.length; count > 0; count -= 1) {
    const text = documentMessage(hidden.slice(0, count), chosen);
    const tokens = await countMessageTokens(text);
    if (tokens <= room) return { text, tokens, count };
  }
  return { text: '', tokens: 0, count: 0 };
}

/**
 * Returns the attached documents as the model reads them; empty if there are no passages.
 *
 * @param hidden the anonymized text of each of `chosen.passages`
 */
function documentMessage(hidden: readonly HiddenPassage[], { passages, complete }: ChosenPassages): string {
  if (hidden.length === 0) return '';
  let text = complete && hidden.length === passages.length ? ALL : SOME;
  let number = 0;
  hidden.forEach((part, i) => {
    const [passage, previous] = [passages[i]!, passages[i - 1]];
    const isNew = !previous || passage.documentId !== previous.documentId;
    if (isNew) text += `\n\n--- Document ${(number += 1)} ---\n`;
    const goesOn = isNew ? passage.start === 0 : follows(passage, previous);
    text += (goesOn ? '' : GAP) + part.text;
  });
  return `${text}\n--- End of the documents ---\n\n`;
}

/** Returns the tokens that were counted when the turn was stored. Counts again only if more is hidden in it now. */
async function turnTokens(turn: Turn, hidden: HiddenTurn): Promise<number> {
  const { prompt, answer } = hidden;
  return (
    knownTokens(turn, hidden) ??
    (await countMessageTokens(prompt.text)) + (await countMessageTokens(answer.text))
  );
}

const knownTokens = (turn: Turn, { prompt, answer }: HiddenTurn): number | undefined =>
  prompt.text === turn.anonymizedPrompt && answer.text === turn.answer ? turn.contextTokens : undefined;

const mostTokens = ({ prompt, answer }: HiddenTurn): number =>
  mostMessageTokens(prompt.text) + mostMessageTokens(answer.text);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

type HiddenTurn = HiddenConversation['turns'][number];

function tooLong(tokens: number, model: Model): AppError {
  const message = `is too long for the model by ${tokens} tokens: about ${model.promptTokens} fit`;
  return invalid('prompt', message, 'prompt_too_long');
}
