import { useState } from 'react';
import { useSearch } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { DeliveryBadge } from './delivery-badge';
import { JobDetails } from './job-details';
import { useJobs } from './use-jobs';

const LOOK = { accepted: 'waiting', completed: 'good', failed: 'bad' } as const;

export function JobTable() {
  const t = useTexts();
  const formats = useFormats();
  const query = useJobs();
  const asked = new URLSearchParams(useSearch()).get('job');
  const [opened, setOpened] = useState<string | null>(asked);
  return (
    <div className="stack">
      <div className="row">
        <Button size="small" icon="repeat" busy={query.isRefetching} onClick={() => void query.refetch()}>
          {t.common.refresh}
        </Button>
      </div>
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.jobs.jobs}
            rows={rows}
            rowKey={({ job_id: id }) => id}
            empty={t.jobs.none}
            columns={[
              { head: t.jobs.type, cell: ({ type }) => t.jobs.types[type] },
              { head: t.jobs.created, cell: ({ created_at: at }) => formats.dateTime(at) },
              {
                head: t.jobs.state,
                cell: ({ status, progress }) => (
                  <span className={`badge ${LOOK[status]}`}>
                    {t.jobs.states[status]}
                    {status === 'accepted' && progress > 0 && ` ${Math.round(progress * 100)} %`}
                  </span>
                ),
              },
              {
                head: t.jobs.delivery,
                cell: ({ delivery }) =>
                  delivery ? <DeliveryBadge state={delivery.state} /> : <span className="muted">–</span>,
              },
              { head: t.jobs.receiver, cell: ({ delivery }) => delivery?.host ?? '–' },
              {
                head: t.common.actions,
                kind: 'actions',
                cell: (job) => (
                  <Button size="small" onClick={() => setOpened(job.job_id)}>
                    {t.jobs.details}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Paged>
      {opened && <JobDetails id={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
