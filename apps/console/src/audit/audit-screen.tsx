import { useMemo, useState } from 'react';
import { usePreferences } from '../preferences';
import { useSession } from '../session/session';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { useNames, type Names } from '../usage/use-names';
import { About, Actor, Outcome } from './entry-cells';
import { Report } from './report';
import { NO_FILTER, OUTCOMES, useAudit, useExport, useVerify, type Entry, type Filter } from './use-audit';
import { wordsOf } from './words';

/** The organization's audit trail: search, verification and export. */
export function AuditScreen() {
  const t = useTexts();
  const formats = useFormats();
  const { language } = usePreferences();
  const words = useMemo(() => wordsOf(language), [language]);
  const names = useAllNames();
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const query = useAudit(filter);
  const verify = useVerify();
  const take = useExport(filter);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const cellOf = (entry: Entry) => ({ entry, words, names: names.all, onFilter: change });
  return (
    <Page
      title={t.nav.audit}
      intro={t.audit.intro}
      actions={
        <>
          <Button look="primary" icon="check" busy={verify.isPending} onClick={() => verify.mutate()}>
            {t.audit.verify}
          </Button>
          <Button icon="download" busy={take.isPending} onClick={() => take.mutate('csv')}>
            CSV
          </Button>
          <Button icon="download" busy={take.isPending} onClick={() => take.mutate('ndjson')}>
            NDJSON
          </Button>
        </>
      }
    >
      <FailureNotice error={verify.error ?? take.error} />
      {verify.data && <Report report={verify.data} />}
      <div className="row filter">
        <TextField
          label={t.audit.since}
          type="date"
          value={filter.since}
          onChange={(since) => change({ since })}
        />
        <TextField
          label={t.audit.until}
          type="date"
          value={filter.until}
          onChange={(until) => change({ until })}
        />
        <SelectField
          label={t.audit.action}
          value={filter.action}
          options={[['', t.audit.all], ...words.actions]}
          onChange={(action) => change({ action })}
        />
        <SelectField
          label={t.audit.outcome}
          value={filter.outcome}
          options={[
            ['', t.audit.all],
            ...OUTCOMES.map((outcome) => [outcome, t.audit.outcomes[outcome]] as const),
          ]}
          onChange={(outcome) => change({ outcome })}
        />
        <PersonField people={names.people} value={filter.actor} onChange={(actor) => change({ actor })} />
      </div>
      {isFiltered && (
        <div className="row">
          {filter.subject && (
            <span className="badge">{t.audit.onlyOf(names.all.get(filter.subject) ?? filter.subject)}</span>
          )}
          <Button size="small" icon="close" onClick={() => setFilter(NO_FILTER)}>
            {t.audit.noFilter}
          </Button>
        </div>
      )}
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.audit}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.audit.none}
            columns={[
              {
                head: t.audit.what,
                cell: ({ action }) => <span title={action}>{words.action(action)}</span>,
              },
              { head: t.audit.at, cell: ({ at }) => formats.dateTime(at) },
              { head: t.audit.who, cell: (entry) => <Actor {...cellOf(entry)} /> },
              {
                head: t.audit.outcome,
                cell: (entry) => <Outcome {...cellOf(entry)} />,
              },
              { head: t.audit.about, cell: (entry) => <About {...cellOf(entry)} /> },
              {
                head: t.audit.sealed,
                cell: ({ seal }) => (seal ? <span title={t.audit.chains[seal.chain]}>{seal.seq}</span> : '–'),
              },
            ]}
          />
        )}
      </Paged>
    </Page>
  );
}

/** Returns the names of people, and of all objects that have one, by id. Empty for auditors, who see ids. */
function useAllNames(): { people: Names; all: Names } {
  const { role } = useSession();
  const isAdmin = role === 'admin';
  const { data: people = NONE } = useNames(isAdmin ? 'user' : undefined);
  const { data: groups = NONE } = useNames(isAdmin ? 'group' : undefined);
  const { data: keys = NONE } = useNames(isAdmin ? 'key' : undefined);
  return useMemo(() => ({ people, all: new Map([...people, ...groups, ...keys]) }), [people, groups, keys]);
}

const NONE: Names = new Map();

interface PersonFieldProps {
  people: Names;
  value: string;
  onChange: (id: string) => void;
}

/** Chooses the person who acted. Readers who may not see names choose one in the table. */
function PersonField({ people, value, onChange }: PersonFieldProps) {
  const t = useTexts();
  if (people.size === 0 && value === '') return null;
  const options = [...people].toSorted(([, one], [, other]) => one.localeCompare(other));
  const isUnknown = value !== '' && !people.has(value);
  return (
    <SelectField
      label={t.audit.person}
      value={value}
      options={[['', t.audit.everyone], ...(isUnknown ? [[value, value] as const] : []), ...options]}
      onChange={onChange}
    />
  );
}
