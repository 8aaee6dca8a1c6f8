import { useState } from 'react';
import { useTexts } from '../texts';
import type { Role } from '../session/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SelectField, TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { OneTimePassword } from './one-time-password';
import { usePeopleChanges } from './use-people';

export const ROLES: readonly Role[] = ['member', 'auditor', 'admin'];

/** Creates a user, who first logs in with a one-time password. */
export function NewPerson({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [userName, setUserName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { create } = usePeopleChanges();
  return (
    <Dialog title={t.people.add} onClose={onClose}>
      {create.data ? (
        <OneTimePassword userName={create.data.user.user_name} made={create.data} onClose={onClose} />
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ user_name: userName, role });
          }}
        >
          <TextField label={t.login.userName} type="email" required value={userName} onChange={setUserName} />
          <SelectField
            label={t.people.role}
            hint={t.people.roleHints[role]}
            value={role}
            options={ROLES.map((role) => [role, t.roles[role]] as const)}
            onChange={setRole}
          />
          <FailureNotice error={create.error} />
          <div className="dialog-actions">
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button look="primary" type="submit" busy={create.isPending}>
              {t.people.add}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
