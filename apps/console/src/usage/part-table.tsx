import { toFailure } from '../api/failure';
import { useFormats, useTexts } from '../texts';
import { Bar } from '../ui/bar';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';
import type { Part, Share, useUsage } from './use-usage';

interface Props {
  by: Part;
  query: ReturnType<typeof useUsage>;
  /** Whether there is usage at all: then an empty list is one of rows that are not shown */
  hasUsage: boolean;
  nameOf: (share: Share) => string;
}

/** Usage by model, group, key or user, highest first. Bars are relative to the highest. */
export function PartTable({ by, query, hasUsage, nameOf }: Props) {
  const t = useTexts();
  const formats = useFormats();
  if (by === 'user' && query.error && toFailure(query.error).status === 403)
    return <Notice>{t.usage.notByPerson}</Notice>;
  return (
    <Loaded query={query}>
      {(shares) => {
        const most = Math.max(0, ...shares.map((share) => share.total_tokens));
        const hasCosts = shares.some(({ costs }) => costs.length > 0);
        return (
          <Table
            label={t.usage.byNames[by]}
            rows={[...shares].sort((a, b) => b.total_tokens - a.total_tokens)}
            rowKey={({ of }) => String(of)}
            empty={hasUsage ? t.usage.withheld : t.usage.none}
            columns={[
              {
                head: t.usage.ofNames[by],
                cell: (share) => (by === 'model' && share.of ? <code>{share.of}</code> : nameOf(share)),
              },
              {
                head: t.usage.share,
                cell: (share) => (
                  <Bar label={t.usage.shareOf(nameOf(share))} value={share.total_tokens} max={most} />
                ),
              },
              { head: t.usage.total, kind: 'number', cell: (share) => formats.number(share.total_tokens) },
              { head: t.usage.prompts, kind: 'number', cell: (share) => formats.number(share.prompt_tokens) },
              {
                head: t.usage.answers,
                kind: 'number',
                cell: (share) => formats.number(share.completion_tokens),
              },
              { head: t.usage.requests, kind: 'number', cell: (share) => formats.number(share.requests) },
              ...(hasCosts
                ? [
                    {
                      head: t.usage.cost,
                      kind: 'number' as const,
                      cell: ({ costs }: Share) =>
                        costs.map(({ currency, amount }) => formats.money(amount, currency)).join(' + '),
                    },
                  ]
                : []),
            ]}
          />
        );
      }}
    </Loaded>
  );
}
