import { invalid } from '@app/common';

/** Limits for one body: each item costs time on the shared event loop. */
export const MAX_STOPS = 4;
export const MAX_MESSAGES = 2_048;
export const MAX_TOOLS = 512;
/** Limit for texts, and for ids, names of tools and keys of JSON. Each occurrence counts. */
export const MAX_TEXTS = 20_000;
export const MAX_IDENTIFIERS = 100_000;
/**
 * Limit for different texts. Each is searched for personal data on its own, which takes a detection thread some
 * milliseconds. The limit allows a long history of an agent with a hundred tools.
 */
export const MAX_DISTINCT_TEXTS = 8_000;
export const MAX_DISTINCT_IDENTIFIERS = 4_000;

/** Limit for the images of a body that are read: reading, painting and checking one takes some seconds. */
export const MAX_READ_IMAGES = 10;

/** @throws AppError `bad_request` if the list has more than `most` items */
export function refuseMore(list: readonly unknown[], most: number, field: string, what: string): void {
  if (list.length > most) refuse(field, `must not have more than ${most} ${what}`);
}

/** Refuses a field that is invalid, or that could carry personal data which cannot be searched. */
export function refuse(field: string, message: string): never {
  throw invalid(field, message);
}
