import type { LiveTurn } from '../work/work';
import type { Turn } from './use-turns';

/** A turn of the conversation as it is shown. */
export type Shown = { stored: Turn; index: number } | { live: LiveTurn };

/**
 * Returns stored turns and turns that are not stored in the order in which they were sent.
 *
 * @param hasEarlier whether earlier stored turns are not loaded; turns that belong among them are left out
 */
export function inOrder(turns: readonly Turn[], live: readonly LiveTurn[], hasEarlier: boolean): Shown[] {
  const first = turns[0]?.createdAt ?? '';
  const waiting = live.filter(({ after }) => !hasEarlier || after === undefined || after >= first);
  const shown: Shown[] = [];
  let next = 0;
  // The order of `live` decides between turns that were sent after the same stored turn.
  const placed = waiting.filter(({ after }) => after !== undefined).toSorted(byTime);
  turns.forEach((stored, index) => {
    for (; placed[next] && placed[next]!.after! < (stored.createdAt ?? ''); next++)
      shown.push({ live: placed[next]! });
    shown.push({ stored, index });
  });
  const rest = [...placed.slice(next), ...waiting.filter(({ after }) => after === undefined)];
  return [...shown, ...rest.map((turn) => ({ live: turn }))];
}

const byTime = ({ after: one = '' }: LiveTurn, { after: other = '' }: LiveTurn): number =>
  one < other ? -1 : Number(one > other);
