import { useState } from 'react';
import { nameOf, usePeople } from '../people/use-people';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { Paged } from '../ui/paged';
import { useMembers, useMembership, type Group } from './use-groups';

/** The members of a group. Members that single sign-on or SCIM added are removed only by these. */
export function Members({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useTexts();
  const members = useMembers(group.id);
  const people = usePeople(true);
  const membership = useMembership(group.id);
  const [chosen, setChosen] = useState('');
  const ids = new Set(members.rows?.map(({ id }) => id));
  const others = (people.rows ?? [])
    .filter(({ id }) => !ids.has(id))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const next = others.some(({ id }) => id === chosen) ? chosen : (others[0]?.id ?? '');
  return (
    <Dialog title={t.groups.membersOf(group.name)} onClose={onClose}>
      <FailureNotice error={membership.error} />
      <Paged query={members}>
        {(rows) => (
          <ul className="plain-list">
            {rows.length === 0 && <li className="muted">{t.groups.noMembers}</li>}
            {rows.map(({ id, user_name: name, from_claims: fromClaims, from_scim: fromScim }) => (
              <li key={id} className="row">
                <span className="grow">{name}</span>
                {fromClaims || fromScim ? (
                  <span className="badge">{fromScim ? t.groups.fromScim : t.groups.fromClaims}</span>
                ) : (
                  <Button
                    size="small"
                    aria-label={t.groups.removeMember(name)}
                    onClick={() => membership.mutate({ userId: id, belongs: false })}
                  >
                    {t.common.remove}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {others.length > 0 && (
        <div className="row bottom">
          <div className="grow">
            <SelectField
              label={t.groups.addMember}
              value={next}
              options={others.map((person) => [person.id, nameOf(person)] as const)}
              onChange={setChosen}
            />
          </div>
          <Button
            icon="plus"
            busy={membership.isPending}
            onClick={() => membership.mutate({ userId: next, belongs: true })}
          >
            {t.common.add}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
