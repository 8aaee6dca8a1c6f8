import { useWishes } from '../preferences';
import { useModel } from './composer/options';
import { useIsBeginner } from './conversations/use-conversations';
import { DEMO_MODEL } from './demo';

/**
 * Returns whether conversations show what the provider saw. In a user's first conversations and with the demo model they
 * do, unless the user chose otherwise.
 */
export function useShowSent(): boolean {
  const isBeginner = useIsBeginner();
  const isDemo = useModel() === DEMO_MODEL;
  const { showSent = isDemo || isBeginner } = useWishes();
  return showSent;
}
