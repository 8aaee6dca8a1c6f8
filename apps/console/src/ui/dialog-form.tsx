import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import { Button } from './button';
import { FailureNotice } from './notice';

interface Props {
  /** The label of the button that submits the form. */
  action: string;
  /** What the form runs; absent if submitting it sends nothing. */
  run?: { error: unknown; isPending: boolean };
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a dialog: its fields, why it failed, and the buttons that cancel and submit it. */
export function DialogForm({ action, run, disabled, onSubmit, onClose, children }: Props) {
  const t = useTexts();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <FailureNotice error={run?.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button look="primary" type="submit" busy={run?.isPending} disabled={disabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
