import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Rules {
  groups: {
    rules: {
      alert: string;
      labels: { severity: string; former_name?: string };
      annotations: { runbook_url: string };
    }[];
  }[];
}

const alerts = (parse(read('docker/prometheus/alerts.yaml')) as Rules).groups
  .flatMap(({ rules }) => rules)
  .map((rule) => ({ ...rule, runbook: pageOf(rule.annotations.runbook_url) }));
/** Returns the file of a page that the api serves below `/help`. */
function pageOf(address: string): string {
  return address.replace(/^http:\/\/localhost:3000\/help\/(.+)$/, 'docs/$1.md');
}

const pages = readdirSync(join(ROOT, 'docs/operate/runbooks')).map((file) => `docs/operate/runbooks/${file}`);

const { services: inCompose } = parse(read('docker/compose.yaml')) as { services: object };
const services = Object.keys(inCompose);
const TEMPLATES = 'docker/helm/privacy-chat/templates';
const chart = ['api', 'worker', 'backup'].map((name) => read(`${TEMPLATES}/${name}.yaml`)).join('\n');
/** The commands of docs/operate/cli.md, which is generated from the program. */
const commands = [...read('docs/operate/cli.md').matchAll(/^##+ ([a-z][a-z -]*)$/gm)].map(
  ([, name]) => name!,
);

/** Returns a name in kebab case: `job-queue-latency-high` for `JobQueueLatencyHigh`. */
const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

describe('The runbooks', () => {
  it.each(alerts.map(({ alert, runbook }) => [alert, runbook]))(
    'have a page for the alert %s, which the alert names',
    (alert, runbook) => {
      expect(runbook).toBe(`docs/operate/runbooks/${kebab(alert)}.md`);
      expect(pages).toContain(runbook);
    },
  );

  describe.each(pages)('in %s', (page) => {
    const [steps = ''] = read(page).split('## Drill log');
    const blocks = [...steps.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block = '']) => block);
    const lines = blocks.flatMap((block) => block.split('\n').map((line) => line.trim()));

    it('have commands that a shell parses', () => {
      for (const block of blocks) execFileSync('bash', ['-n'], { input: block });
    });

    it('have commands for compose with services of the compose file, and as many for kubectl with objects of the chart', () => {
      const compose = lines.filter((line) => line.startsWith('docker compose '));
      const kubectl = lines.filter((line) => line.startsWith('kubectl '));
      expect(lines.filter((line) => /^npm |\/\/(api|worker):|^redis-cli/.test(line))).toEqual([]);
      expect(kubectl.length > 0).toBe(compose.length > 0);
      for (const line of compose) {
        const [, service] =
          /^docker compose -f docker\/compose\.yaml (?:exec|run --rm|--profile backup up --detach|logs(?: --(?:since|tail) \S+)*) (\w+)/.exec(
            line,
          ) ?? [];
        if (!line.endsWith('compose.yaml ps')) expect(services).toContain(service);
      }
      for (const [, object] of kubectl.flatMap((line) => [...line.matchAll(/ deployment\/(\S+)/g)]))
        expect(['chat-privacy-chat-api', 'chat-privacy-chat-worker']).toContain(object);
      for (const [, component] of kubectl.flatMap((line) => [...line.matchAll(/component=(\w+)/g)]))
        expect(chart).toContain(`app.kubernetes.io/component: ${component}`);
    });

    it('have commands of the command line that exist', () => {
      for (const [, command = ''] of lines.flatMap((line) => [
        ...line.matchAll(/main\.js ((?:[a-z-]+ ?)+)/g),
      ]))
        expect(commands.some((known) => `${command.trim()} `.startsWith(`${known} `))).toBe(true);
    });
  });

  it('have no page to which no alert links', () => {
    expect(pages.toSorted()).toEqual(alerts.map(({ runbook }) => runbook).toSorted());
  });

  it.each(pages)('explain the alert in %s, then impact, diagnosis, mitigation and drill log', (page) => {
    const [introduction = ''] = read(page).split(/^## /m);
    expect(introduction).toMatch(/^# \w+\n\n\S/);
    const headings = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Impact', 'Diagnosis', 'Mitigation', 'Drill log']);
  });

  it('have a former name for one release if they had one, which docs/operate/upgrades.md lists', () => {
    const rows = [...read('docs/operate/upgrades.md').matchAll(/^\| `(\w+)` +\| `(\w+)` +\|$/gm)];
    expect(rows.map(([, former, alert]) => [former, alert])).toEqual(
      alerts.flatMap(({ alert, labels }) => (labels.former_name ? [[labels.former_name, alert]] : [])),
    );
  });

  it('are listed in docs/operate/monitoring.md with their severity', () => {
    const rows = [...read('docs/operate/monitoring.md').matchAll(/^\| \[(\w+)\]\((\S+)\) +\| (\w+) +\|/gm)];
    expect(rows.map(([, alert, page, severity]) => [alert, `docs/operate/${page}`, severity])).toEqual(
      alerts.map(({ alert, labels, runbook }) => [alert, runbook, labels.severity]),
    );
  });

  it('have alerts that are tested with series that fire them and series that do not', () => {
    const { tests } = parse(read('docker/prometheus/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    for (const { alert } of alerts) {
      const tried = tests
        .filter(({ alert_rule_test: cases }) => cases.some(({ alertname }) => alertname === alert))
        .map(({ alert_rule_test: cases }) => cases.some(({ exp_alerts: expected }) => expected.length > 0));
      expect([alert, ...new Set(tried)]).toEqual([alert, true, false]);
      expect(tried.filter(Boolean)).toEqual([true]);
    }
  });
});
