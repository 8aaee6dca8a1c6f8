import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';
import type { LiveTurn } from '../work/work';

interface Props {
  turn: LiveTurn;
  /** Whether stored turns show what the provider saw: the line is aligned with them. */
  showSent: boolean;
  children: ReactNode;
}

/** A failed turn that other turns follow: one line, which opens to the turn. */
export function FailedTurn({ turn: { outgoing }, showSent, children }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <div className={showSent ? 'turn with-sent' : 'turn'}>
      <details className="failed-turn" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="small">
          <Icon name="warning" /> {t.chat.unanswered(outgoing.continues ? t.chat.continued : outgoing.prompt)}
        </summary>
        {open && children}
      </details>
    </div>
  );
}
