import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';
import type { LiveTurn } from '../work/work';

/** A failed turn that other turns follow: one line, which opens to the turn. */
export function FailedTurn({ turn: { outgoing }, children }: { turn: LiveTurn; children: ReactNode }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details className="failed-turn" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">
        <Icon name="warning" /> {t.chat.unanswered(outgoing.continues ? t.chat.continued : outgoing.prompt)}
      </summary>
      {open && children}
    </details>
  );
}
