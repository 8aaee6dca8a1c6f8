import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { NewPerson } from './new-person';
import { PersonMenu } from './person-menu';
import { usePeople, type Person } from './use-people';

const ROLES = ['admin', 'auditor', 'member'] as const;
const ORDERS = ['added', 'name'] as const;

interface View {
  search: string;
  role: 'all' | 'service' | (typeof ROLES)[number];
  order: (typeof ORDERS)[number];
}

function shownOf(people: readonly Person[], only: string | null, { search, role, order }: View): Person[] {
  if (only) return people.filter(({ id }) => id === only);
  const wanted = search.trim().toLocaleLowerCase();
  const found = people.filter(
    (person) =>
      person.user_name.toLocaleLowerCase().includes(wanted) &&
      (role === 'all' || (person.role ?? 'service') === role),
  );
  return order === 'added' ? found : found.toSorted((a, b) => a.user_name.localeCompare(b.user_name));
}

/** The users of the organization and its service accounts. */
export function PeopleScreen() {
  const t = useTexts();
  const formats = useFormats();
  const [view, setView] = useState<View>({ search: '', role: 'all', order: 'added' });
  const isAsAdded = view.search.trim() === '' && view.role === 'all' && view.order === 'added';
  const only = new URLSearchParams(useSearch()).get('person');
  const [, navigate] = useLocation();
  const query = usePeople(!isAsAdded || only !== null);
  const [adds, setAdds] = useState(false);
  const change = (part: Partial<View>) => setView({ ...view, ...part });
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
      {only && (
        <div className="row">
          <Button size="small" icon="close" onClick={() => navigate('/people')}>
            {t.people.showAll}
          </Button>
        </div>
      )}
      <div className="row filter">
        <TextField
          label={t.people.search}
          type="search"
          value={view.search}
          onChange={(search) => change({ search })}
        />
        <SelectField
          label={t.people.filter}
          value={view.role}
          options={[
            ['all', t.people.allRoles],
            ...ROLES.map((role) => [role, t.roles[role]] as const),
            ['service', t.people.service],
          ]}
          onChange={(role) => change({ role })}
        />
        <SelectField
          label={t.people.order}
          value={view.order}
          options={ORDERS.map((order) => [order, t.people.orders[order]] as const)}
          onChange={(order) => change({ order })}
        />
      </div>
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.people}
            rows={shownOf(rows, only, view)}
            rowKey={({ id }) => id}
            empty={rows.length === 0 ? t.people.none : t.people.nothingFound}
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
