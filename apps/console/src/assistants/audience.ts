import type { Texts } from '../texts/en';
import type { Assistant } from './use-assistants';

/** Says who may use an assistant. */
export function audienceOf(
  { audience, group_id: groupId }: Pick<Assistant, 'audience' | 'group_id'>,
  groups: readonly { id: string; name: string }[] | undefined,
  t: Texts,
): string {
  if (audience !== 'group') return t.assistants.audiences[audience];
  return groups?.find(({ id }) => id === groupId)?.name ?? t.assistants.audiences.group;
}
