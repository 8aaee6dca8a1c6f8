import { setImmediate } from 'node:timers/promises';
import { matchesOf } from '@app/common';
import type { ChatMessage, TokenUsage } from './language-model';

/** Cuts long runs without a blank, because the tokenizer takes time quadratic in their length. */
const PIECES = /[^]{1,256}(?=\s|$)|[^]{1,256}/g;
/** About 2 Ki characters take a millisecond or two. Then other work runs. */
const PIECES_AT_ONCE = 8;
/** The tokens of a message's role and boundaries, as OpenAI counts them. */
const MESSAGE_TOKENS = 4;

/** Special tokens in a user's text are counted as plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Loading takes a fifth of a second and tens of megabytes, so programs that never count do not load it. */
const loadTokenizer = () => import('gpt-tokenizer');
let tokenizer: ReturnType<typeof loadTokenizer> | undefined;

/**
 * Counts the tokens of `text` in the o200k encoding: exact for some models, approximate for others. Yields to other
 * work.
 */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: countPiece } = await (tokenizer ??= loadTokenizer());
  let tokens = 0;
  let pieces = 0;
  for (const [piece] of matchesOf(PIECES, text)) {
    if (++pieces % PIECES_AT_ONCE === 0) await setImmediate();
    tokens += countPiece(piece, AS_TEXT);
  }
  return tokens;
}

/** Counts the tokens of one message, including its role and boundaries. */
export const countMessageTokens = async (content: string): Promise<number> =>
  MESSAGE_TOKENS + (await countTokens(content));

/** Returns an upper bound for the tokens of a message: each token covers at least one byte. */
export const mostMessageTokens = (content: string): number => MESSAGE_TOKENS + Buffer.byteLength(content);

/** Estimates the usage of a call if the provider does not report it. */
export async function estimateUsage(
  messages: readonly Pick<ChatMessage, 'content'>[],
  answer: string,
): Promise<TokenUsage> {
  let promptTokens = 0;
  for (const { content } of messages) promptTokens += await countMessageTokens(content);
  return { promptTokens, completionTokens: await countTokens(answer), source: 'tokenizer' };
}
