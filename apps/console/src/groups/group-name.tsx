import { useState } from 'react';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { TextField } from '../ui/field';
import { useGroupChanges, type Group } from './use-groups';

/** Creates or renames a group. */
export function GroupName({ group, onClose }: { group?: Group; onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState(group?.name ?? '');
  const { save } = useGroupChanges();
  return (
    <Dialog title={group ? t.common.rename : t.groups.add} onClose={onClose}>
      <DialogForm
        action={t.common.save}
        run={save}
        onSubmit={() => save.mutate({ ...(group && { id: group.id }), name }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <TextField label={t.common.name} value={name} required maxLength={200} onChange={setName} />
      </DialogForm>
    </Dialog>
  );
}
