import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Rules {
  groups: {
    rules: { alert: string; labels: { severity: string }; annotations: { runbook?: string } }[];
  }[];
}

const alerts = (parse(read('docker/prometheus/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const pages = readdirSync(join(ROOT, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`);

/** `JobsWait`: `jobs-wait`. */
const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

describe('runbooks', () => {
  it.each(alerts.map(({ alert, annotations }) => [alert, annotations.runbook]))(
    'has a page for the alert %s, to which the alert leads',
    (alert, runbook) => {
      expect(runbook).toBe(`docs/runbooks/${kebab(alert)}.md`);
      expect(pages).toContain(runbook);
    },
  );

  it('has no page that no alert leads to', () => {
    expect(pages.toSorted()).toEqual(alerts.map(({ annotations }) => annotations.runbook).toSorted());
  });

  it.each(pages)(
    'says in %s what it means, what users feel, how to look and repair, and how it was tried',
    (page) => {
      const headings = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual([
        'What it means',
        'What users feel',
        'How to look',
        'How to mend',
        'What was typed and seen',
      ]);
    },
  );

  it('are listed in docs/watching.md, with how urgent each is', () => {
    const rows = [...read('docs/watching.md').matchAll(/^\| \[(\w+)\]\((\S+)\) +\| (\w+) +\|/gm)];
    expect(rows.map(([, alert, page, severity]) => [alert, `docs/${page}`, severity])).toEqual(
      alerts.map(({ alert, labels, annotations }) => [alert, annotations.runbook, labels.severity]),
    );
  });

  it('tries each alert, to ring and to be silent', () => {
    const { tests } = parse(read('docker/prometheus/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    for (const { alert } of alerts) {
      const tried = tests
        .filter(({ alert_rule_test: cases }) => cases.some(({ alertname }) => alertname === alert))
        .map(({ alert_rule_test: cases }) => cases.some(({ exp_alerts: expected }) => expected.length > 0));
      expect([alert, ...tried]).toEqual([alert, true, false]);
    }
  });
});
