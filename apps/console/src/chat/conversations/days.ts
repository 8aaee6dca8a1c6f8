/** A period that conversations are grouped by: a fixed one, or the month that a date is in. */
export type Period = 'today' | 'yesterday' | 'week' | 'month' | { monthOf: string };

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** Returns the period of a date in the user's time zone. */
export function periodOf(date: string, now: Date): Period {
  const days = daysBetween(new Date(date), now);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days <= WEEK_DAYS) return 'week';
  return days <= MONTH_DAYS ? 'month' : { monthOf: date };
}

/** Counts calendar days, also across a change to summer time. */
function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()),
  ) as [number, number];
  return (last - first) / 86_400_000;
}
