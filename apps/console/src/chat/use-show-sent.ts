import { useWishes } from '../preferences';
import { useModel } from './composer/options';
import { DEMO_MODEL } from './demo';

/**
 * Returns whether conversations show what the provider saw. With the demo model they do, unless the user chose
 * otherwise.
 */
export function useShowSent(): boolean {
  const isDemo = useModel() === DEMO_MODEL;
  const { showSent = isDemo } = useWishes();
  return showSent;
}
