import { useState } from 'react';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { TextField } from '../ui/field';
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
      <DialogForm
        action={t.common.save}
        run={change}
        onSubmit={() => {
          const expiry = { expires_at: lastDay === '' ? null : endOf(lastDay) };
          change.mutate({ id, name, ...(lastDay !== lastDayBefore && expiry) }, { onSuccess: onClose });
        }}
        onClose={onClose}
      >
        <TextField label={t.common.name} value={name} required maxLength={200} onChange={setName} />
        <ExpiryField value={lastDay} onChange={setLastDay} />
      </DialogForm>
    </Dialog>
  );
}
