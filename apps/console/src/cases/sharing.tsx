import { useState } from 'react';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { SelectField } from '../ui/field';
import { Loading } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';
import { useCaseChanges, useOwnGroups, type CaseDetails } from './use-cases';

/** The users who may use a case. Its owner shares it with a group, and admits people who joined the group later. */
export function Sharing({ of: one }: { of: CaseDetails }) {
  const t = useTexts();
  const { change } = useCaseChanges();
  const [asks, setAsks] = useState<'share' | 'admit' | 'stop'>();
  const close = () => setAsks(undefined);
  const share = (groupId: string | null) => change.mutateAsync({ id: one.case_id, group_id: groupId });
  const { group_id: groupId, waiting, waiting_names: names } = one;
  const unlisted = { members: one.members - one.people.length, waiting: waiting - names.length };
  return (
    <section className="card stack" aria-label={t.cases.usedBy}>
      <h2>{t.cases.usedBy}</h2>
      <ul className="plain-list">
        {one.people.map(({ user_id: id, user_name: name }) => (
          <li key={id}>{name}</li>
        ))}
        {unlisted.members > 0 && <li>{t.cases.more(unlisted.members)}</li>}
      </ul>
      {groupId !== null && <p className="small">{t.cases.isShared}</p>}
      {one.is_owner && groupId !== null && waiting > 0 && (
        <Notice>
          <p>{t.cases.waiting(names, unlisted.waiting)}</p>
          <div className="row notice-actions">
            <Button size="small" onClick={() => setAsks('admit')}>
              {t.cases.admit}
            </Button>
          </div>
        </Notice>
      )}
      {one.is_owner && (
        <div className="row">
          <Button size="small" icon="people" onClick={() => setAsks('share')}>
            {groupId === null ? t.cases.share : t.cases.shareOther}
          </Button>
          {groupId !== null && (
            <Button size="small" onClick={() => setAsks('stop')}>
              {t.cases.stopSharing}
            </Button>
          )}
        </div>
      )}
      {asks === 'share' && <Share of={one} onClose={close} />}
      {asks === 'admit' && (
        <Confirm
          title={t.cases.admitTitle}
          text={t.cases.admitText(names, unlisted.waiting)}
          action={t.cases.admit}
          onConfirm={() => share(groupId)}
          onClose={close}
        />
      )}
      {asks === 'stop' && (
        <Confirm
          title={t.cases.stopTitle}
          text={t.cases.stopText}
          action={t.cases.stopSharing}
          onConfirm={() => share(null)}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Chooses one of the user's groups, and says what its members can see then. */
function Share({ of: one, onClose }: { of: CaseDetails; onClose: () => void }) {
  const t = useTexts();
  const { data: groups, error, refetch } = useOwnGroups();
  const { change } = useCaseChanges();
  const [chosen, setChosen] = useState(one.group_id ?? '');
  const groupId = groups?.some(({ id }) => id === chosen) ? chosen : groups?.[0]?.id;
  return (
    <Dialog title={t.cases.share} onClose={onClose}>
      {!groups && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {groups && groupId === undefined && <p>{t.cases.noGroups}</p>}
      {groups && groupId !== undefined && (
        <DialogForm
          action={t.cases.shareRun}
          run={change}
          onSubmit={() => change.mutate({ id: one.case_id, group_id: groupId }, { onSuccess: onClose })}
          onClose={onClose}
        >
          <SelectField
            label={t.cases.group}
            value={groupId}
            options={groups.map(({ id, name }) => [id, name])}
            onChange={setChosen}
          />
          <Notice kind="warning">{t.cases.shareText}</Notice>
        </DialogForm>
      )}
    </Dialog>
  );
}
