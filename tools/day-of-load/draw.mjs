/** `node tools/day-of-load/draw.mjs day.json figure.svg`: draws the figure of a day of load as one timeline. */
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
const day = JSON.parse(readFileSync(from, 'utf8'));

const [LEFT, RIGHT, TOP, LANE_GAP] = [150, 24, 88, 34];
const WIDTH = 1_100;
const BUCKET_S = 20;
const BAR = 16;
const INK = '#1f2933';
const PALE = '#9aa5b1';
const COLORS = { good: '#2f6f9f', bad: '#c2410c', pending: '#f2c078', firing: '#b91c1c', event: '#4b5563' };

const x = (second) => LEFT + (second / day.until_s) * (WIDTH - LEFT - RIGHT);
const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (at, y, content, more = '') => `<text x="${at}" y="${y}" ${more}>${escape(content)}</text>`;
const label = (y, content) => text(LEFT - 10, y, content, `text-anchor="end" fill="${INK}"`);
const rect = (a, b, y, height, fill) =>
  `<rect x="${x(a).toFixed(1)}" y="${y}" width="${Math.max(1, x(b) - x(a)).toFixed(1)}" height="${height}" fill="${fill}"/>`;

let y = TOP;
const parts = [];

/** Draws two stacked counts for each bucket. */
function counts(name, entries, isGood) {
  const height = 60;
  const buckets = [];
  for (const entry of entries) {
    const bucket = (buckets[Math.floor(entry.at / BUCKET_S)] ??= { good: 0, bad: 0 });
    bucket[isGood(entry) ? 'good' : 'bad'] += 1;
  }
  const most = Math.max(...buckets.filter(Boolean).map(({ good, bad }) => good + bad));
  parts.push(
    label(y + 14, name),
    label(y + 30, `in ${BUCKET_S} s`),
    text(LEFT - 10, y + height, `0 to ${most}`, `text-anchor="end" fill="${PALE}"`),
  );
  buckets.forEach(({ good, bad }, i) => {
    const [low, high] = [(good / most) * height, (bad / most) * height];
    const [a, b] = [i * BUCKET_S, (i + 1) * BUCKET_S - BUCKET_S * 0.15];
    if (low) parts.push(rect(a, b, y + height - low, low, COLORS.good));
    if (high) parts.push(rect(a, b, y + height - low - high, high, COLORS.bad));
  });
  y += height + LANE_GAP;
}

/** Draws a series as a line. */
function line(name, unit, series) {
  const height = 50;
  const values = series.flatMap(({ values: all }) => all);
  const most = Math.max(1, ...values.map(([, value]) => value));
  parts.push(
    label(y + 14, name),
    text(LEFT - 10, y + height, `0 to ${Math.ceil(most)}${unit}`, `text-anchor="end" fill="${PALE}"`),
  );
  // A gap of the metric is a gap of the line.
  let path = '';
  let last;
  for (const [second, value] of values) {
    const isNew = last === undefined || second - last > 10;
    path += `${isNew ? 'M' : 'L'}${x(second).toFixed(1)} ${(y + height - (value / most) * height).toFixed(1)}`;
    last = second;
  }
  parts.push(`<path d="${path}" fill="none" stroke="${COLORS.good}" stroke-width="1.5"/>`);
  y += height + LANE_GAP;
}

/** Draws the spans in which a series has a value, in steps of five seconds. */
function spans(name, values, color) {
  parts.push(label(y + 13, name));
  for (const [second, value] of values) {
    const fill = color(value);
    if (fill) parts.push(rect(second, second + 5, y, BAR, fill));
  }
  y += BAR + 10;
}

counts('jobs', day.sent.jobs, ({ status }) => status === 202);
counts('chats', day.sent.chats, ({ status }) => status === 200);
line('jobs waiting', '', day.series.waiting);
const workers = day.series.workers.flatMap(({ values }) => values);
spans('workers seen', workers, (value) =>
  value >= 2 ? COLORS.good : value === 1 ? COLORS.pending : COLORS.bad,
);
spans(
  'PostgreSQL',
  day.series.postgres.flatMap(({ values }) => values),
  (value) => (value === 1 ? COLORS.good : COLORS.bad),
);
y += 14;
const names = [...new Set(day.series.alerts.map(({ metric }) => metric.alertname))].toSorted();
for (const name of names) {
  const all = day.series.alerts.filter(({ metric }) => metric.alertname === name);
  for (const { metric, values } of all.toSorted((a, b) =>
    a.metric.alertstate < b.metric.alertstate ? 1 : -1,
  ))
    for (const [second] of values)
      parts.push(
        rect(second, second + 5, y, BAR, metric.alertstate === 'firing' ? COLORS.firing : COLORS.pending),
      );
  parts.push(label(y + 13, name));
  y += BAR + 10;
}

const bottom = y + 6;
const axis = Array.from({ length: Math.floor(day.until_s / 120) + 1 }, (_, i) => i * 120).map(
  (second) =>
    `<line x1="${x(second)}" x2="${x(second)}" y1="${bottom}" y2="${bottom + 5}" stroke="${PALE}"/>` +
    text(x(second), bottom + 20, `${second / 60} min`, `text-anchor="middle" fill="${PALE}"`),
);
const marks = day.events.map(({ at, what }, i) => {
  const height = 24 + (i % 3) * 18;
  return (
    `<line x1="${x(at)}" x2="${x(at)}" y1="${height + 4}" y2="${bottom}" stroke="${COLORS.event}" stroke-dasharray="3 3"/>` +
    text(x(at) + 4, height + 2, what, `fill="${COLORS.event}"`)
  );
});
const legend = [
  [COLORS.good, 'accepted or answered; up'],
  [COLORS.bad, 'no answer or an error; down'],
  [COLORS.pending, 'one worker; alert pending'],
  [COLORS.firing, 'alert firing'],
].map(([fill, what], i) => {
  const at = LEFT + i * 225;
  return `<rect x="${at}" y="${bottom + 34}" width="12" height="12" fill="${fill}"/>${text(at + 18, bottom + 44, what, `fill="${INK}"`)}`;
});

writeFileSync(
  to,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 58}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>A day of load: requests, jobs, workers, PostgreSQL and alerts over time</title>
<rect width="${WIDTH}" height="${bottom + 58}" fill="#ffffff"/>
${[...marks, ...parts, ...axis, ...legend].join('\n')}
</svg>
`,
);
