import { parseDuration } from './duration';

/** How many are allowed in how much time. */
export interface Rate {
  points: number;
  seconds: number;
}

/** Counting costs memory for as long as a window lasts, and a window is counted in whole seconds. */
const LONGEST_S = 24 * 60 * 60;
const MAX_POINTS = 1_000_000;

/** @returns the rate that `60/1m` says; undefined for anything else, for none at all, and for windows over a day */
export function parseRate(text: string): Rate | undefined {
  const [, points, window] = /^(\d{1,7})\/(\d+[a-z]+)$/.exec(text) ?? [];
  const rate = { points: Number(points), seconds: (parseDuration(window ?? '') ?? Number.NaN) / 1_000 };
  const isFit = rate.points >= 1 && rate.points <= MAX_POINTS && Number.isInteger(rate.seconds);
  return isFit && rate.seconds >= 1 && rate.seconds <= LONGEST_S ? rate : undefined;
}
