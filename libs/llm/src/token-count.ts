import { z } from 'zod';

/** More than the context of any model. */
const MOST_TOKENS = 100_000_000;

/** Accepts a provider's count of tokens. One that no call can have used is not believed: the tokenizer counts instead. */
export const tokenCount = z.int().min(0).max(MOST_TOKENS);
