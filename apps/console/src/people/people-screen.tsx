import { useState } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { NewPerson } from './new-person';
import { PersonMenu } from './person-menu';
import { usePeople } from './use-people';

/** The users of the organization and its service accounts. */
export function PeopleScreen() {
  const t = useTexts();
  const formats = useFormats();
  const query = usePeople();
  const [adds, setAdds] = useState(false);
  return (
    <Page
      title={t.nav.people}
      intro={t.people.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setAdds(true)}>
          {t.people.add}
        </Button>
      }
    >
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.people}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.people.none}
            columns={[
              { head: t.login.userName, cell: ({ user_name: name }) => name },
              { head: t.people.role, cell: ({ role }) => (role ? t.roles[role] : t.people.service) },
              {
                head: t.people.state,
                cell: ({ active }) => (
                  <span className={active ? 'badge good' : 'badge'}>
                    {active ? t.people.active : t.people.inactive}
                  </span>
                ),
              },
              { head: t.people.since, cell: ({ created_at: at }) => formats.day(at) },
              { head: t.common.actions, kind: 'actions', cell: (person) => <PersonMenu person={person} /> },
            ]}
          />
        )}
      </Paged>
      {adds && <NewPerson onClose={() => setAdds(false)} />}
    </Page>
  );
}
