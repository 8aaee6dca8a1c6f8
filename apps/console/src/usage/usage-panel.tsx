import { useMemo, useState } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { Loaded } from '../ui/loading';
import { Table } from '../ui/table';
import { DayPlot } from './day-plot';
import { PartTable } from './part-table';
import { usageCsv } from './usage-csv';
import { useNames } from './use-names';
import { dailyTokens, PARTS, totalsOf, useUsage, type Part, type Share } from './use-usage';

const RANGES = ['7', '30', '90', '365'] as const;

/** The organization's usage of models, by day and by model, group, key or user. */
export function UsagePanel() {
  const t = useTexts();
  const [range, setRange] = useState('30');
  const [by, setBy] = useState<Part>('model');
  const days = Number(range);
  const byDay = useUsage('day', days);
  const byPart = useUsage(by, days);
  const nameOf = useShareNames(by);
  return (
    <>
      <div className="row">
        <select
          className="input narrow"
          aria-label={t.usage.range}
          value={range}
          onChange={({ target }) => setRange(target.value)}
        >
          {RANGES.map((days) => (
            <option key={days} value={days}>
              {t.usage.lastDays(Number(days))}
            </option>
          ))}
        </select>
        <select
          className="input narrow"
          aria-label={t.usage.by}
          value={by}
          onChange={({ target }) => setBy(target.value as Part)}
        >
          {PARTS.map((part) => (
            <option key={part} value={part}>
              {t.usage.byNames[part]}
            </option>
          ))}
        </select>
        <span className="grow" />
        <Button
          icon="download"
          disabled={!byDay.data || !byPart.data}
          onClick={() =>
            byDay.data &&
            byPart.data &&
            download('usage.csv', usageCsv(byDay.data, by, byPart.data, nameOf), 'text/csv')
          }
        >
          CSV
        </Button>
      </div>
      <Loaded query={byDay}>
        {(shares) => (
          <>
            <Figures of={shares} />
            <Days shares={shares} days={days} />
          </>
        )}
      </Loaded>
      <PartTable by={by} query={byPart} hasUsage={(byDay.data?.length ?? 0) > 0} nameOf={nameOf} />
    </>
  );
}

function Figures({ of }: { of: readonly Share[] }) {
  const t = useTexts();
  const formats = useFormats();
  const { total, prompts, answers, requests, costs } = totalsOf(of);
  const figures = [
    [t.usage.total, formats.number(total)],
    [t.usage.prompts, formats.number(prompts)],
    [t.usage.answers, formats.number(answers)],
    [t.usage.requests, formats.number(requests)],
    ...[...costs].map(([currency, amount]) => [t.usage.cost, formats.money(amount, currency)] as const),
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={`${name} ${value}`} className="card">
          <dt className="muted small">{name}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Days({ shares, days }: { shares: readonly Share[]; days: number }) {
  const t = useTexts();
  const formats = useFormats();
  const daily = useMemo(() => dailyTokens(shares, days), [shares, days]);
  return (
    <section className="card stack">
      <h2>{t.usage.byDay}</h2>
      <DayPlot days={daily} />
      <details>
        <summary>{t.usage.asTable}</summary>
        <Table
          label={t.usage.byDay}
          rows={shares}
          rowKey={({ of }) => of!}
          empty={t.usage.none}
          columns={[
            { head: t.usage.day, cell: ({ of }) => formats.utcDay(of!) },
            { head: t.usage.total, kind: 'number', cell: (share) => formats.number(share.total_tokens) },
          ]}
        />
      </details>
    </section>
  );
}

/** Returns a function that names the parts of a breakdown, by id if the user may not read the name. */
function useShareNames(by: Part): (share: Share) => string {
  const t = useTexts();
  const { data: names } = useNames(by === 'model' ? undefined : by);
  return ({ of }) => (of === null ? t.usage.ofNone[by] : (names?.get(of) ?? of));
}
