import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { useGroupChanges, type Group } from './use-groups';

/** Creates or renames a group. */
export function GroupName({ group, onClose }: { group?: Group; onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState(group?.name ?? '');
  const { save } = useGroupChanges();
  return (
    <Dialog title={group ? t.common.rename : t.groups.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ ...(group && { id: group.id }), name }, { onSuccess: onClose });
        }}
      >
        <TextField label={t.common.name} value={name} required maxLength={200} onChange={setName} />
        <FailureNotice error={save.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {t.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
