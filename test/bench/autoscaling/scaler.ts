/** The input of a scaling decision. */
export interface Seen {
  /** Seconds since midnight. */
  now: number;
  /** Age of the oldest waiting job in seconds, at Prometheus' last scrape. */
  age: number;
  /** Desired workers, and ready workers. */
  asked: number;
  ready: number;
}

/** Returns the desired number of workers. */
export interface Scaler {
  look(seen: Seen): number;
}

export const fixed = (count: number): Scaler => ({ look: () => count });

/** Seconds between two decisions, and between two scrapes. */
export const LOOK_S = 15;

export interface HpaOptions {
  /**
   * `Value`: ready workers times age divided by target. `AverageValue`: age divided by target, whatever the number of workers.
   */
  kind: 'Value' | 'AverageValue';
  targetS: number;
  min: number;
  max: number;
  /** Stabilization window in seconds: the number falls only to the highest recommendation in it. */
  scaleDownAfterS: number;
}

/** Kubernetes ignores deviations of up to 10 %. */
const TOLERANCE = 0.1;
const PERIOD_S = 60;

/** Kubernetes' horizontal pod autoscaler with an external metric and the behavior that the chart configures. */
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
