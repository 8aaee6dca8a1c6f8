/** What a scaler sees when it looks. */
export interface Seen {
  /** Seconds since midnight. */
  now: number;
  /** Of the oldest waiting job, in seconds, as Prometheus scraped it last. */
  age: number;
  /** Workers that are asked for, and those that are ready. */
  asked: number;
  ready: number;
}

/** Says how many workers there should be. */
export interface Scaler {
  look(seen: Seen): number;
}

export const fixed = (count: number): Scaler => ({ look: () => count });

/** Seconds between two looks, and between two scrapes. */
export const LOOK_S = 15;

export interface HpaOptions {
  /** `Value`: what is ready, times how much too old. `AverageValue`: the age, divided by the target, whatever is there. */
  kind: 'Value' | 'AverageValue';
  targetS: number;
  min: number;
  max: number;
  /** Fewer are taken only where every recommendation of so long was lower. */
  scaleDownAfterS: number;
}

/** Kubernetes changes nothing for the sake of a tenth. */
const TOLERANCE = 0.1;
const PERIOD_S = 60;

/** Kubernetes' horizontal autoscaler on an external metric, with the behaviour that the chart sets. */
export function autoscaler({ kind, targetS, min, max, scaleDownAfterS }: HpaOptions): Scaler {
  const recommended: { at: number; count: number }[] = [];
  const changes: { at: number; by: number }[] = [];
  const recommend = ({ age, asked, ready }: Seen): number => {
    const ratio = kind === 'Value' ? age / targetS : age / (targetS * asked);
    if (Math.abs(ratio - 1) <= TOLERANCE) return asked;
    return Math.ceil(kind === 'Value' ? ready * ratio : age / targetS);
  };
  return {
    look(seen) {
      const { now, asked } = seen;
      const wanted = Math.min(Math.max(recommend(seen), min), max);
      recommended.push({ at: now, count: wanted });
      const lately = recommended.filter(({ at }) => at > now - scaleDownAfterS).map(({ count }) => count);
      const stable = wanted >= asked ? wanted : Math.min(asked, Math.max(...lately));
      const changed = changes.filter(({ at }) => at > now - PERIOD_S).reduce((sum, { by }) => sum + by, 0);
      const before = asked - changed;
      const most = Math.max(before * 2, before + 2);
      const least = Math.floor(before / 2);
      const count = Math.min(Math.max(stable, Math.min(asked, least)), Math.max(asked, most), max);
      if (count !== asked) changes.push({ at: now, by: count - asked });
      return count;
    },
  };
}
