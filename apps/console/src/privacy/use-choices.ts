import { useWishes } from '../preferences';
import { choicesOf, useKinds } from './kinds';
import { protectionOf, type Protection } from './protection';

/** Returns what the next request of a conversation hides. */
export function useChoices(isUnprotected: boolean) {
  const { kinds: wished } = useWishes();
  const { data } = useKinds();
  const allowsUnprotected = data?.allowsUnprotected ?? true;
  const chosen = isUnprotected && allowsUnprotected ? [] : wished;
  return {
    chosen,
    choices: choicesOf(chosen),
    kinds: data?.kinds ?? [],
    allowsUnprotected,
    protection: data ? protectionOf(data.kinds, chosen) : unprovenOf(chosen),
  };
}

/** Returns the protection by the choices alone, until the policy is loaded. */
function unprovenOf(chosen: readonly string[] | undefined): Protection {
  if (chosen === undefined) return 'all';
  return chosen.length > 0 ? 'some' : 'off';
}
