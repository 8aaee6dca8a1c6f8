const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const HOUR_MS = UNIT_MS.h;

/** @returns the milliseconds of `500ms`, `5s`, `1m`, `2h` or `30d`; undefined for anything else */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount ? Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS] : undefined;
}
