import type { Response } from 'express';

export const DROPPED_HEADER = 'X-Dropped-Parameters';
const MOST_NAMES = 20;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Tells the caller alone which of its parameters were not sent on; names that no header takes are counted (contract: The OpenAI gateway). */
export function showDropped(response: Response, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.filter((name) => NAME.test(name)).slice(0, MOST_NAMES);
  const others = names.length - shown.length;
  response.setHeader(DROPPED_HEADER, [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', '));
}
