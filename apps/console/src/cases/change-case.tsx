import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { dayOf, endOf, ExpiryField } from './expiry-field';
import { useCaseChanges, type Case } from './use-cases';

/** Renames a case, and sets its last day or removes it. */
export function ChangeCase({
  of: { case_id: id, name: before, expires_at: expiresAt },
  onClose,
}: {
  of: Case;
  onClose: () => void;
}) {
  const t = useTexts();
  const { change } = useCaseChanges();
  const [name, setName] = useState(before);
  const lastDayBefore = expiresAt === null ? '' : dayOf(new Date(expiresAt));
  const [lastDay, setLastDay] = useState(lastDayBefore);
  return (
    <Dialog title={t.cases.changeTitle} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const expiry = { expires_at: lastDay === '' ? null : endOf(lastDay) };
          change.mutate({ id, name, ...(lastDay !== lastDayBefore && expiry) }, { onSuccess: onClose });
        }}
      >
        <TextField label={t.common.name} value={name} required maxLength={200} onChange={setName} />
        <ExpiryField value={lastDay} onChange={setLastDay} />
        <FailureNotice error={change.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="primary" type="submit" busy={change.isPending}>
            {t.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
