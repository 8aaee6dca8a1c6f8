/**
 * `npm run check:alerts`: promtool reads Prometheus' configuration and the alerts, and tries each alert on series that
 * ring it and on some that do not. Skipped, with a line that says so, where there is no promtool.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docker/prometheus');

/** @returns whether it passed; undefined where there is no promtool */
function promtool(...args) {
  const { error, status } = spawnSync('promtool', args, { cwd: FOLDER, stdio: 'inherit' });
  if (error?.code === 'ENOENT') return undefined;
  if (error) throw error;
  return status === 0;
}

const outcomes = [
  promtool('check', 'config', 'prometheus.yaml'),
  promtool('check', 'rules', '--lint-fatal', 'alerts.yaml'),
  promtool('test', 'rules', 'alerts.test.yaml'),
];
if (outcomes.some((passed) => passed === undefined))
  console.log('The alerts are not checked: there is no promtool (Debian: prometheus)');
else if (outcomes.some((passed) => !passed)) process.exitCode = 1;
