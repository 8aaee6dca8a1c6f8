import { useMemo, useState } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { Loaded } from '../ui/loading';
import { Page } from '../ui/page';
import { Table } from '../ui/table';
import { DayPlot } from './day-plot';
import { dailyTokens, usageCsv, useUsage, type Usage } from './use-usage';

const RANGES = ['7', '30', '90', '365'] as const;

/** What the organization used of models, by day and by model. */
export function UsageScreen() {
  const t = useTexts();
  const [days, setDays] = useState('30');
  const query = useUsage(Number(days));
  return (
    <Page
      title={t.nav.usage}
      intro={t.usage.intro}
      actions={
        <>
          <select
            className="input narrow"
            aria-label={t.usage.range}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          >
            {RANGES.map((days) => (
              <option key={days} value={days}>
                {t.usage.lastDays(Number(days))}
              </option>
            ))}
          </select>
          <Button
            icon="download"
            disabled={!query.data}
            onClick={() => query.data && download('usage.csv', usageCsv(query.data), 'text/csv')}
          >
            CSV
          </Button>
        </>
      }
    >
      <Loaded query={query}>{(usage) => <Shown usage={usage} />}</Loaded>
    </Page>
  );
}

function Shown({ usage }: { usage: Usage }) {
  const t = useTexts();
  const formats = useFormats();
  const days = useMemo(() => dailyTokens(usage), [usage]);
  const figures = [
    [t.usage.total, usage.total_tokens],
    [t.usage.prompts, usage.prompt_tokens],
    [t.usage.answers, usage.completion_tokens],
    [t.usage.requests, usage.requests],
  ] as const;
  return (
    <>
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name} className="card">
            <dt className="muted small">{name}</dt>
            <dd className="figure">{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      <section className="card stack">
        <h2>{t.usage.byDay}</h2>
        <DayPlot days={days} />
        <details>
          <summary>{t.usage.asTable}</summary>
          <Table
            label={t.usage.byDay}
            rows={usage.by_day}
            rowKey={({ date }) => date}
            empty={t.usage.none}
            columns={[
              { head: t.usage.day, cell: ({ date }) => formats.day(date) },
              {
                head: t.usage.total,
                kind: 'number',
                cell: ({ total_tokens: total }) => formats.number(total),
              },
            ]}
          />
        </details>
      </section>
      <Table
        label={t.usage.byModel}
        rows={usage.by_model}
        rowKey={({ model }) => model}
        empty={t.usage.none}
        columns={[
          { head: t.chat.model, cell: ({ model }) => <code>{model}</code> },
          { head: t.usage.requests, kind: 'number', cell: ({ requests }) => formats.number(requests) },
          {
            head: t.usage.prompts,
            kind: 'number',
            cell: ({ prompt_tokens: prompt }) => formats.number(prompt),
          },
          {
            head: t.usage.answers,
            kind: 'number',
            cell: ({ completion_tokens: answer }) => formats.number(answer),
          },
          { head: t.usage.total, kind: 'number', cell: ({ total_tokens: total }) => formats.number(total) },
        ]}
      />
    </>
  );
}
