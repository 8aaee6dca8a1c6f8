/** The number of closed months that are offered. */
const OFFERED = 12;

/** Returns the last closed months (UTC) as `YYYY-MM`, newest first. */
export function closedMonths(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: OFFERED }, (_, index) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1 - index)).toISOString().slice(0, 7),
  );
}
