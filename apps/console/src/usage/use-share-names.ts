import { useTexts } from '../texts';
import { useNames } from './use-names';
import type { Part, Share } from './use-usage';

/** How the parts of a breakdown are called: by their names, where these may be read, else by their ids. */
export function useShareNames(by: Part): (share: Share) => string {
  const t = useTexts();
  const { data: names } = useNames(by === 'model' ? undefined : by);
  return ({ of }) => (of === null ? t.usage.ofNone[by] : (names?.get(of) ?? of));
}
