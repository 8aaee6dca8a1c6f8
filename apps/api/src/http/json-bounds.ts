import type { JsonBounds } from '@app/common';

export const BOUNDS: JsonBounds = { depth: 32, members: 1_000, entries: 10_000 };
/** Limits for conversations and tools with all their parts, and for policies with all their terms. */
export const WIDE_BOUNDS: JsonBounds = { ...BOUNDS, entries: 100_000 };
