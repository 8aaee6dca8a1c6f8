import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { printPage } from '../chat/conversations/printed-chat';
import { settings } from '../settings';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Table } from '../ui/table';
import { closedMonths } from './months';

type Report = Schemas['PrivacyReportDto'];

/** What left the organization in a month, and what was hidden in it, to read, print and file. */
export function ReportScreen() {
  const t = useTexts();
  const formats = useFormats();
  const [months] = useState(() => closedMonths(Date.now()));
  const [month, setMonth] = useState(months[0]!);
  const name = formats.utcMonth(`${month}-01`);
  const query = useQuery({
    queryKey: ['privacy-report', month],
    queryFn: async () =>
      (await ask(client.GET('/admin/v1/privacy-report', { params: { query: { month } } }))).data,
  });
  return (
    <Page
      title={t.nav.report}
      intro={t.report.intro}
      actions={
        <Button
          icon="print"
          disabled={!query.data}
          onClick={() => void printPage(`${t.nav.report} ${month}`)}
        >
          {t.report.print}
        </Button>
      }
    >
      <div className="row screen-only">
        <select
          className="input narrow"
          aria-label={t.report.month}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        >
          {months.map((one) => (
            <option key={one} value={one}>
              {formats.utcMonth(`${one}-01`)}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query}>
        {(report) => (
          <article className="stack" aria-label={name}>
            <h2>{name}</h2>
            <p className="small muted">{t.report.source(new URL(settings.publicBaseUrl).host)}</p>
            {!report.complete && <Notice kind="warning">{t.report.incomplete}</Notice>}
            <Figures of={report} />
            <Parts of={report} />
          </article>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ of: { calls, values, events } }: { of: Report }) {
  const t = useTexts();
  const { number } = useFormats();
  const hidden = values.hidden.reduce((sum, { values: count }) => sum + count, 0);
  return (
    <div className="columns">
      <section className="card stack-small">
        <h3>{t.report.calls}</h3>
        <Facts
          of={[
            [t.report.all, number(calls.all)],
            [t.report.recordings, number(calls.recordings)],
            [t.report.unprotected, number(calls.unprotected)],
            [t.report.partly, number(calls.partly)],
            [t.report.failed, number(calls.failed)],
            [t.report.hidden, number(hidden)],
            [t.report.leftInClear, number(values.left_in_clear)],
          ]}
        />
      </section>
      <section className="card stack-small">
        <h3>{t.report.events}</h3>
        <Facts
          of={[
            [t.report.policyChanges, number(events.policy_changes)],
            [t.report.restores, number(events.restores)],
            [t.report.shares, number(events.shares)],
            [t.report.exports, number(events.exports)],
            [t.report.erasures, number(events.erasures)],
          ]}
        />
      </section>
    </div>
  );
}

function Parts({ of: { values, models, groups } }: { of: Report }) {
  const t = useTexts();
  const { number } = useFormats();
  const calls = {
    head: t.report.calls,
    kind: 'number' as const,
    cell: (row: { calls: number }) => number(row.calls),
  };
  return (
    <>
      <section className="stack-small">
        <h3>{t.report.byKind}</h3>
        <Table
          label={t.report.byKind}
          rows={values.hidden}
          rowKey={({ kind }) => kind}
          empty={t.report.nothingHidden}
          columns={[
            { head: t.report.kind, cell: ({ kind }) => t.kinds[kind] },
            { head: t.report.values, kind: 'number', cell: ({ values: count }) => number(count) },
          ]}
        />
      </section>
      <section className="stack-small">
        <h3>{t.report.byModel}</h3>
        <Table
          label={t.report.byModel}
          rows={models}
          rowKey={({ of }) => String(of)}
          empty={t.report.noCalls}
          columns={[{ head: t.chat.model, cell: ({ of }) => <code>{of}</code> }, calls]}
        />
      </section>
      <section className="stack-small">
        <h3>{t.report.byGroup}</h3>
        <Table
          label={t.report.byGroup}
          rows={groups}
          rowKey={({ of }) => String(of)}
          empty={t.report.noCalls}
          columns={[
            {
              head: t.report.group,
              cell: ({ of, name }) => name ?? (of === null ? t.usage.ofNone.group : t.report.deletedGroup),
            },
            calls,
          ]}
        />
        <p className="small muted">{t.report.smallGroups}</p>
      </section>
    </>
  );
}
