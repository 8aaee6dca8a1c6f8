import type { Kind } from '../privacy/kinds';
import { useTexts } from '../texts';
import { Notice } from '../ui/notice';
import type { Refusals } from './refusals';

/** Says which calls of programs are refused after the draft is saved. Renders nothing if there are none. */
export function RefusedCalls({ of: { unprotected, blocked, never, keep, images } }: { of: Refusals }) {
  const t = useTexts();
  const names = (kinds: readonly Kind[]) => kinds.map((kind) => t.kinds[kind]).join(', ');
  const calls = [
    unprotected && t.policy.refused.unprotected[unprotected],
    blocked.length > 0 && t.policy.refused.blocked(names(blocked)),
    never.length > 0 && t.policy.refused.never(names(never)),
    keep && t.policy.refused.keep,
    images && t.policy.refused.images,
  ].filter((words) => typeof words === 'string');
  if (calls.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{t.policy.refused.title}</p>
      <ul>
        {calls.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Notice>
  );
}
