import { useState } from 'react';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import { useShownOnce } from '../ui/shown-once';
import { FailureNotice } from '../ui/notice';
import { ROLES } from './new-person';
import { MadeSetup, SetupField, type SetupKind } from './password-setup';
import { usePeopleChanges, type Person } from './use-people';

/** An admin's actions on a user. */
export function PersonMenu({ person }: { person: Person }) {
  const t = useTexts();
  const { userName } = useSession();
  const [asks, setAsks] = useState<'role' | 'password' | 'factor' | 'activity' | 'delete'>();
  const { change, remove, resetSecondFactor } = usePeopleChanges();
  const { id, user_name: name, active, role } = person;
  const close = () => setAsks(undefined);
  return (
    <>
      <Menu trigger={<IconButton icon="more" size="small" label={t.people.actionsOn(name)} />}>
        {role && (
          <MenuItem icon="user" onSelect={() => setAsks('role')}>
            {t.people.changeRole}
          </MenuItem>
        )}
        {role && (
          <MenuItem icon="key" onSelect={() => setAsks('password')}>
            {person.invited_until ? t.people.inviteAgain : t.people.resetPassword}
          </MenuItem>
        )}
        {person.second_factor && (
          <MenuItem icon="shield" onSelect={() => setAsks('factor')}>
            {t.people.resetFactor}
          </MenuItem>
        )}
        <MenuItem
          icon="stop"
          onSelect={() => (active ? setAsks('activity') : change.mutate({ id, active: true }))}
        >
          {active ? t.people.deactivate : t.people.activate}
        </MenuItem>
        {name !== userName && (
          <>
            <MenuLine />
            <MenuItem icon="trash" danger onSelect={() => setAsks('delete')}>
              {t.common.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {asks === 'role' && <ChangeRole person={person} onClose={close} />}
      {asks === 'password' && <ResetPassword person={person} onClose={close} />}
      {asks === 'factor' && (
        <Confirm
          title={t.people.resetFactor}
          text={t.people.resetFactorText(name)}
          action={t.people.resetFactor}
          onConfirm={() => resetSecondFactor(id)}
          onClose={close}
        />
      )}
      {asks === 'activity' && (
        <Confirm
          title={t.people.deactivate}
          text={t.people.deactivateText(name)}
          action={t.people.deactivate}
          onConfirm={() => change.mutateAsync({ id, active: false })}
          onClose={close}
        />
      )}
      {asks === 'delete' && (
        <Confirm
          title={t.people.deleteTitle}
          text={t.people.deleteText(name)}
          action={t.common.delete}
          onConfirm={() => remove(id)}
          onClose={close}
        />
      )}
    </>
  );
}

function ChangeRole({
  person: { id, user_name: name, role },
  onClose,
}: {
  person: Person;
  onClose: () => void;
}) {
  const t = useTexts();
  const [next, setNext] = useState(role ?? 'member');
  const { change } = usePeopleChanges();
  return (
    <Dialog title={t.people.roleOf(name)} onClose={onClose}>
      <SelectField
        label={t.people.role}
        hint={t.people.roleHints[next]}
        value={next}
        options={ROLES.map((role) => [role, t.roles[role]] as const)}
        onChange={setNext}
      />
      <FailureNotice error={change.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button
          look="primary"
          busy={change.isPending}
          onClick={() => change.mutate({ id, role: next }, { onSuccess: onClose })}
        >
          {t.common.save}
        </Button>
      </div>
    </Dialog>
  );
}

function ResetPassword({
  person: { id, user_name: name, invited_until: invitedUntil },
  onClose,
}: {
  person: Person;
  onClose: () => void;
}) {
  const t = useTexts();
  const [setup, setSetup] = useState<SetupKind>('invitation');
  const { resetPassword } = usePeopleChanges();
  const title = invitedUntil ? t.people.inviteAgain : t.people.resetPassword;
  const { close, onTaken, question } = useShownOnce(resetPassword.data, onClose);
  return (
    <Dialog title={title} onClose={close}>
      {question}
      {resetPassword.data ? (
        <MadeSetup userName={name} made={resetPassword.data} onTaken={onTaken} onClose={close} />
      ) : (
        <>
          <p>{invitedUntil ? t.people.inviteAgainText : t.people.resetText(name)}</p>
          <SetupField value={setup} onChange={setSetup} />
          <FailureNotice error={resetPassword.error} />
          <div className="dialog-actions">
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button
              look={invitedUntil ? 'primary' : 'danger'}
              busy={resetPassword.isPending}
              onClick={() => resetPassword.mutate({ id, setup })}
            >
              {title}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
