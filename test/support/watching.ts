import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');

export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

/** Returns the alerts that ship. */
export function readAlerts(): Alert[] {
  const text = readFileSync(join(ROOT, 'docker/prometheus/alerts.yaml'), 'utf8');
  return (parse(text) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);
}

interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Returns every query of the dashboards and alerts that ship, with its location. */
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

/** Metric names that a PromQL query reads, and labels that it filters or groups by. */
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

/** A metric that a program exposes. */
export interface ShownMetric {
  type: string;
  help: string;
  /** Labels of its series. */
  labels: Set<string>;
}

/** Returns the metrics that a program exposes under `/metrics`, by name. Series of a histogram use the histogram's name. */
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

/** Returns the histogram that a series belongs to. */
export const familyOf = (series: string): string => series.replace(/_(?:bucket|sum|count)$/, '');
