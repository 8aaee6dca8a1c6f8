import { estimateUsage } from './count-tokens';
import type { TokenUsage } from './language-model';
import { isRecord } from './openai-format';

/**
 * The tokens of an image: about the most that Anthropic counts for one
 * (https://docs.anthropic.com/en/docs/build-with-claude/vision). The sizes of images are not read.
 */
export const IMAGE_TOKENS = 1_600;

/**
 * Estimates the usage of a call by what was sent: texts, or objects of any dialect. The data of images and files is not
 * text: each counts as one image.
 */
export async function estimateSent(sent: readonly unknown[], answer: string): Promise<TokenUsage> {
  let images = 0;
  const withoutData = (_: string, value: unknown): unknown => {
    if (!isData(value)) return value;
    images += 1;
    return undefined;
  };
  const texts = sent.map((each) => ({
    content: typeof each === 'string' ? each : (JSON.stringify(each, withoutData) ?? ''),
  }));
  const usage = await estimateUsage(texts, answer);
  return { ...usage, promptTokens: usage.promptTokens + images * IMAGE_TOKENS };
}

/** Estimates the usage of a chat completion body. */
export const estimateChat = (messages: unknown, answer: string): Promise<TokenUsage> =>
  estimateSent(
    (messages as unknown[]).map((message) =>
      isRecord(message) && typeof message.content === 'string' ? message.content : message,
    ),
    answer,
  );

/** Whether it contains an image or file as base64: of chat completions, Anthropic, or Gemini in either spelling. */
const isData = (value: unknown): boolean =>
  isRecord(value) &&
  ((value.type === 'image_url' && isRecord(value.image_url)) ||
    (value.type === 'base64' && typeof value.data === 'string') ||
    isRecord(value.inlineData) ||
    isRecord(value.inline_data));
