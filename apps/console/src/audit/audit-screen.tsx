import { useState } from 'react';
import { KINDS, type Kind } from '../privacy/kinds';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { Report } from './report';
import { shownOutcomeOf } from './outcome';
import { useAudit, useExport, useVerify, type Entry, type Filter } from './use-audit';

/** The organization's audit trail: search, verification and export. */
export function AuditScreen() {
  const t = useTexts();
  const formats = useFormats();
  const [filter, setFilter] = useState<Filter>({ since: '', until: '', action: '' });
  const query = useAudit(filter);
  const verify = useVerify();
  const take = useExport(filter);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
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
        <TextField
          label={t.audit.action}
          placeholder="login"
          value={filter.action}
          onChange={(action) => change({ action })}
        />
      </div>
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.audit}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.audit.none}
            columns={[
              { head: t.audit.what, cell: ({ action }) => <code>{action}</code> },
              { head: t.audit.at, cell: ({ at }) => formats.dateTime(at) },
              { head: t.audit.who, cell: ({ actor }) => <Actor actor={actor} /> },
              {
                head: t.audit.outcome,
                cell: (entry) => <Outcome entry={entry} />,
              },
              { head: t.audit.about, cell: (entry) => <About entry={entry} /> },
              { head: t.audit.sealed, cell: ({ seal }) => (seal ? `${seal.chain} ${seal.seq}` : '–') },
            ]}
          />
        )}
      </Paged>
    </Page>
  );
}

function Actor({ actor: { kind, user_id: id } }: { actor: Entry['actor'] }) {
  const t = useTexts();
  return (
    <>
      {t.audit.actors[kind]} {id && <code title={id}>{id.slice(-8)}</code>}
    </>
  );
}

function Outcome({ entry: { outcome, reason } }: { entry: Entry }) {
  const t = useTexts();
  const shown = shownOutcomeOf({ outcome, reason });
  const words = reason && (t.audit.reasons[reason] ?? reason);
  return (
    <span className={`badge ${LOOKS[shown]}`}>
      {[t.audit.outcomes[shown], words].filter(Boolean).join(' · ')}
    </span>
  );
}

const LOOKS = { done: 'good', refused: 'bad', failed: 'bad', stopped: '' } as const;

/** Shows the object of an action and its counts. For a call without protection, this is stated first. */
function About({ entry: { subject, model, counts } }: { entry: Entry }) {
  const t = useTexts();
  const { unprotected = 0, left_in_clear: clear = 0, left_out_kinds: leftOut = 0, ...rest } = counts ?? {};
  const words = Object.entries(rest).map(
    ([kind, count]) => `${KINDS.includes(kind as Kind) ? t.kinds[kind as Kind] : kind} ${count}`,
  );
  const facts = [subject && `${subject.type} ${subject.id.slice(-8)}`, model, ...words].filter(Boolean);
  return (
    <span className="row">
      {unprotected > 0 && <span className="badge bad">{t.audit.unprotected}</span>}
      {clear > 0 && <span className="badge waiting">{t.audit.inClear(clear)}</span>}
      {leftOut > 0 && unprotected === 0 && <span className="badge waiting">{t.audit.leftOut(leftOut)}</span>}
      {facts.join(' · ') || (unprotected + clear + leftOut === 0 && '–')}
    </span>
  );
}
