import { setImmediate } from 'node:timers/promises';
import { matchesOf } from '@app/common';
import type { ChatMessage, TokenUsage } from './language-model';

/** A run without a blank costs the tokenizer its length squared, so long ones are cut. */
const PIECES = /[^]{1,256}(?=\s|$)|[^]{1,256}/g;
/** Some 2 Ki: a millisecond or two, after which others have their turn. */
const PIECES_AT_ONCE = 8;
/** What role and borders of a message cost, as OpenAI counts them. */
const MESSAGE_TOKENS = 4;

/** Special tokens are counted as the text that somebody typed. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Its tables take a fifth of a second and tens of megabytes: programs that count nothing never load them. */
const loadTokenizer = () => import('gpt-tokenizer');
let tokenizer: ReturnType<typeof loadTokenizer> | undefined;

/** Tokens of `text` by the o200k encoding: exact for some models, near for the others. Gives way to other work. */
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

/** Tokens of one message, its role and borders included. */
export const countMessageTokens = async (content: string): Promise<number> =>
  MESSAGE_TOKENS + (await countTokens(content));

/** More than this a message never has: each token stands for at least one byte. */
export const mostMessageTokens = (content: string): number => MESSAGE_TOKENS + Buffer.byteLength(content);

/** What a call cost, where the provider does not say. */
export async function estimateUsage(
  messages: readonly Pick<ChatMessage, 'content'>[],
  answer: string,
): Promise<TokenUsage> {
  let promptTokens = 0;
  for (const { content } of messages) promptTokens += await countMessageTokens(content);
  return { promptTokens, completionTokens: await countTokens(answer), source: 'tokenizer' };
}
