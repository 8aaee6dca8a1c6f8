import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');

export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

/** The alerts that ship. */
export function readAlerts(): Alert[] {
  const text = readFileSync(join(ROOT, 'docker/prometheus/alerts.yaml'), 'utf8');
  return (parse(text) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);
}

interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Every query of the dashboards and alerts that ship, with where it stands. */
export function shippedQueries(): { where: string; query: string }[] {
  const folder = join(ROOT, 'docker/grafana');
  const dashboards = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard,
  );
  return [
    ...dashboards.flatMap(({ uid, panels }) =>
      panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ where: `${uid}: ${title}`, query: expr })),
      ),
    ),
    ...readAlerts().map(({ alert, expr }) => ({ where: alert, query: expr })),
  ];
}

/** What a query in PromQL reads: metrics by name, and labels that it chooses or groups by. */
export interface QueryNames {
  metrics: Set<string>;
  labels: Set<string>;
}

const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring']);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

export function namesIn(query: string): QueryNames {
  const unquoted = query.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const labels = [
    ...[...unquoted.matchAll(GROUPING)].flatMap(([, names]) => names!.split(',')),
    ...[...unquoted.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers]) =>
      [...matchers!.matchAll(/([a-zA-Z_]\w*)\s*[=!]/g)].map(([, label]) => label!),
    ),
  ];
  const bare = unquoted.replace(GROUPING, ' ').replace(/\{[^}]*\}|\[[^\]]*\]/g, '');
  const words = [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\()?/g)];
  const metrics = words.filter(([, word, call]) => !call && !OPERATORS.has(word!)).map(([, word]) => word!);
  return {
    metrics: new Set(metrics),
    labels: new Set(labels.map((label) => label.trim()).filter(Boolean)),
  };
}

/** A metric as a program shows it. */
export interface ShownMetric {
  type: string;
  help: string;
  /** Of its series that there are. */
  labels: Set<string>;
}

/** What a program shows under `/metrics`, by name; a histogram's parts under the name of the whole. */
export function readMetrics(text: string): Map<string, ShownMetric> {
  const metrics = new Map<string, ShownMetric>();
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') metrics.set(name, { type: '', help: rest, labels: new Set() });
    if (keyword === 'TYPE') metrics.get(name)!.type = rest;
    const [, series = '', shown = ''] = /^([a-zA-Z_:][\w:]*)\{(.*)\} /.exec(line) ?? [];
    const metric = metrics.get(series) ?? metrics.get(familyOf(series));
    for (const [, label] of shown.matchAll(/([a-zA-Z_]\w*)="/g)) metric?.labels.add(label!);
  }
  return metrics;
}

/** The histogram that a series is a part of. */
export const familyOf = (series: string): string => series.replace(/_(?:bucket|sum|count)$/, '');
