import type { Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Table } from '../ui/table';

/** The attempts of a delivery, with the receiver's answers. */
export function Attempts({ attempts }: { attempts: readonly Schemas['DeliveryAttemptDto'][] }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Table
      label={t.jobs.attempts}
      rows={attempts}
      rowKey={({ at }) => at}
      empty={t.jobs.noAttempts}
      columns={[
        { head: t.jobs.at, cell: ({ at }) => formats.dateTime(at) },
        { head: t.jobs.answer, cell: ({ status_code: code, error }) => code ?? error ?? '–' },
        {
          head: t.jobs.duration,
          kind: 'number',
          cell: ({ duration_ms: ms }) => `${formats.number(ms)} ms`,
        },
      ]}
    />
  );
}
