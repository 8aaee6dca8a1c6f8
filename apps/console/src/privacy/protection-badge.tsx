import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import type { Protection } from './protection';

const LOOKS = { all: 'good', some: 'waiting', off: 'bad' } as const;

/** The state of protection as text and color. */
export function ProtectionBadge({ protection, label }: { protection: Protection; label?: string }) {
  const t = useTexts();
  return (
    <span className={`badge ${LOOKS[protection]}`}>
      <Icon name={protection === 'off' ? 'warning' : 'shield'} /> {label ?? t.protection.states[protection]}
    </span>
  );
}
