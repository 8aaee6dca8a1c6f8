import { useEffect, useState } from 'react';

const SHORT_MS = 8_000;
const LONG_MS = 30_000;

type Silence = 'none' | 'short' | 'long';

/** Returns how long the provider has not answered. `waits` is whether an answer is awaited and has not begun. */
export function useSilence(waits: boolean): Silence {
  const [silence, setSilence] = useState<Silence>('none');
  useEffect(() => {
    if (!waits) return;
    const timers = [
      setTimeout(() => setSilence('short'), SHORT_MS),
      setTimeout(() => setSilence('long'), LONG_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setSilence('none');
    };
  }, [waits]);
  return silence;
}
