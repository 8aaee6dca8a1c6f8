import { LOG_EVENTS } from '@app/observability';

export const LOG_EVENTS_PAGE = 'docs/reference/log-events.md';

/** Returns the page that lists the events of the log. */
export function logEventsPage(): string {
  const names = Object.keys(LOG_EVENTS) as (keyof typeof LOG_EVENTS)[];
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const meanings = Math.max(...Object.values(LOG_EVENTS).map(({ length }) => length));
  const row = (event: string, meaning: string): string =>
    `| ${event.padEnd(width)} | ${meaning.padEnd(meanings)} |`;
  return `${[
    '# Log events',
    'This page is for operators. Each line of the log is a JSON object with one of these events in `event`. `npm run docs:generate` generates it\nfrom `libs/observability/src/log-events.ts`; do not edit it.',
    [
      row('event', 'meaning'),
      `| ${'-'.repeat(width)} | ${'-'.repeat(meanings)} |`,
      ...names.map((name) => row(`\`${name}\``, LOG_EVENTS[name])),
    ].join('\n'),
  ].join('\n\n')}\n`;
}
