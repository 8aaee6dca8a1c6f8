import { useWishes } from '../preferences';
import { useModel } from './composer/options';
import { DEMO_MODEL } from './demo';

/** Tells whether conversations show what the provider saw. The demonstration does unless the person chose otherwise. */
export function useShowSent(): boolean {
  const isDemo = useModel() === DEMO_MODEL;
  const { showSent = isDemo } = useWishes();
  return showSent;
}
