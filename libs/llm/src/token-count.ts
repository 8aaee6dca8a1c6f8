import { z } from 'zod';

/** A number beyond the context of any model. */
const MOST_TOKENS = 100_000_000;

/** Accepts a provider's token count. An impossible count is rejected, so that the tokenizer counts instead. */
export const tokenCount = z.int().min(0).max(MOST_TOKENS);
