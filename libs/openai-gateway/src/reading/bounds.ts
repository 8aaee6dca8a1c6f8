import { invalid } from '@app/common';

/** How much of what one body may hold: each costs time, on the event loop that everybody shares. */
export const MAX_STOPS = 4;
export const MAX_MESSAGES = 2_048;
export const MAX_TOOLS = 512;
/** Texts, and ids, names of tools and keys of JSON, each as often as it occurs. */
export const MAX_TEXTS = 20_000;
export const MAX_IDENTIFIERS = 100_000;
/**
 * Those that differ from each other. Each is searched for personal data on its own, some milliseconds of a detection
 * thread. The bounds leave room for a long history of an agent with a hundred tools.
 */
export const MAX_DISTINCT_TEXTS = 8_000;
export const MAX_DISTINCT_IDENTIFIERS = 4_000;

/** @throws AppError `bad_request` for a list with more than that */
export function refuseMore(list: readonly unknown[], most: number, field: string, what: string): void {
  if (list.length > most) refuse(field, `must not have more than ${most} ${what}`);
}

/** A field of the request that is wrong, or that cannot be handed on without handing on what it may hold. */
export function refuse(field: string, message: string): never {
  throw invalid(field, message);
}
