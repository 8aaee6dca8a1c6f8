import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { useCaseChanges, type Case } from './use-cases';

export function RenameCase({
  of: { case_id: id, name: before },
  onClose,
}: {
  of: Case;
  onClose: () => void;
}) {
  const t = useTexts();
  const { change } = useCaseChanges();
  const [name, setName] = useState(before);
  return (
    <Dialog title={t.cases.renameTitle} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ id, name }, { onSuccess: onClose });
        }}
      >
        <TextField label={t.common.name} value={name} required maxLength={200} onChange={setName} />
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
