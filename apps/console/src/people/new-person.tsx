import { useState } from 'react';
import { useTexts } from '../texts';
import type { Role } from '../session/session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { SelectField, TextField } from '../ui/field';
import { useShownOnce } from '../ui/shown-once';
import { MadeSetup, SetupField, type SetupKind } from './password-setup';
import { usePeopleChanges } from './use-people';

export const ROLES: readonly Role[] = ['member', 'auditor', 'admin'];

/** Creates a user, who sets a password by an invitation link or after a login with a one-time password. */
export function NewPerson({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [userName, setUserName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [setup, setSetup] = useState<SetupKind>('invitation');
  const { create } = usePeopleChanges();
  const { close, onTaken, question } = useShownOnce(create.data, onClose);
  return (
    <Dialog title={t.people.add} onClose={close}>
      {question}
      {create.data ? (
        <MadeSetup
          userName={create.data.user.user_name}
          made={create.data}
          onTaken={onTaken}
          onClose={close}
        />
      ) : (
        <DialogForm
          action={t.people.add}
          run={create}
          onSubmit={() => create.mutate({ setup, user_name: userName, role })}
          onClose={onClose}
        >
          <TextField label={t.login.userName} type="email" required value={userName} onChange={setUserName} />
          <SelectField
            label={t.people.role}
            hint={t.people.roleHints[role]}
            value={role}
            options={ROLES.map((role) => [role, t.roles[role]] as const)}
            onChange={setRole}
          />
          <SetupField value={setup} onChange={setSetup} />
        </DialogForm>
      )}
    </Dialog>
  );
}
