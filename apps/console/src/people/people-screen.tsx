import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { settings } from '../settings';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { BulkActions } from './bulk-actions';
import { ImportPeople } from './import-people';
import { NewPerson } from './new-person';
import { PersonMenu } from './person-menu';
import { SecondFactorDemand } from './second-factor-demand';
import { Provisioning } from './provisioning';
import { SingleSignOn } from './single-sign-on';
import { nameOf, usePeople, type Person } from './use-people';

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
      nameOf(person).toLocaleLowerCase().includes(wanted) &&
      (role === 'all' || (person.role ?? 'service') === role),
  );
  return order === 'added' ? found : found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
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
  const [dialog, setDialog] = useState<'add' | 'import' | 'provisioning' | 'sign-on'>();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const change = (part: Partial<View>) => setView({ ...view, ...part });
  return (
    <Page
      title={t.nav.people}
      intro={t.people.intro}
      actions={
        <>
          <Button icon="shield" onClick={() => setDialog('sign-on')}>
            {t.signOn.title}
          </Button>
          <Button icon="key" onClick={() => setDialog('provisioning')}>
            {t.people.provisioning}
          </Button>
          <Button icon="upload" onClick={() => setDialog('import')}>
            {t.people.import}
          </Button>
          <Button look="primary" icon="plus" onClick={() => setDialog('add')}>
            {t.people.add}
          </Button>
        </>
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
      {settings.passwordLogin && <SecondFactorDemand />}
      <Paged query={query}>
        {(rows) => (
          <div ref={list} tabIndex={-1} className="stack">
            <BulkActions
              people={shownOf(rows, only, view).filter(({ id }) => chosen.has(id))}
              onClear={() => {
                setChosen(new Set());
                list.current?.focus();
              }}
            />
            <Table
              label={t.nav.people}
              rows={shownOf(rows, only, view)}
              rowKey={({ id }) => id}
              empty={rows.length === 0 ? t.people.none : t.people.nothingFound}
              choice={{
                chosen,
                labelOf: ({ user_name: name }) => t.people.choose(name),
                allLabel: t.people.chooseAll,
                onChange: setChosen,
              }}
              columns={[
                {
                  head: t.login.userName,
                  cell: ({ user_name: address, display_name: name }) => (
                    <>
                      {name ?? address}
                      {name !== null && <span className="muted small block">{address}</span>}
                    </>
                  ),
                },
                { head: t.people.role, cell: ({ role }) => (role ? t.roles[role] : t.people.service) },
                {
                  head: t.people.state,
                  cell: (person) => (
                    <span className="row">
                      <State of={person} />
                      {person.second_factor && <span className="badge good">{t.account.secondFactor}</span>}
                    </span>
                  ),
                },
                { head: t.people.since, cell: ({ created_at: at }) => formats.day(at) },
                { head: t.common.actions, kind: 'actions', cell: (person) => <PersonMenu person={person} /> },
              ]}
            />
          </div>
        )}
      </Paged>
      {dialog === 'add' && <NewPerson onClose={() => setDialog(undefined)} />}
      {dialog === 'provisioning' && <Provisioning onClose={() => setDialog(undefined)} />}
      {dialog === 'sign-on' && <SingleSignOn onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportPeople onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function State({ of: { active, invited_until: invitedUntil } }: { of: Person }) {
  const t = useTexts();
  const formats = useFormats();
  const [now] = useState(Date.now);
  if (!active) return <span className="badge">{t.people.inactive}</span>;
  if (!invitedUntil) return <span className="badge good">{t.people.active}</span>;
  const isOver = Date.parse(invitedUntil) < now;
  return (
    <span className={isOver ? 'badge bad' : 'badge waiting'}>
      {isOver ? t.people.invitationOver : t.people.invitedUntil(formats.day(invitedUntil))}
    </span>
  );
}
