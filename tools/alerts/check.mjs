/**
 * `npm run check:alerts`: promtool checks Prometheus' configuration and the alerts, and tests each alert with series
 * that fire it and with some that do not. Skipped, with a message, if promtool is not installed.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docker/prometheus');

/** @returns whether it passed; undefined if promtool is not installed */
function promtool(...args) {
  const { error, status } = spawnSync('promtool', args, { cwd: FOLDER, stdio: 'inherit' });
  if (error?.code === 'ENOENT') return undefined;
  if (error) throw error;
  return status === 0;
}

const outcomes = [
  // The token is in a container only.
  promtool('check', 'config', '--syntax-only', 'prometheus.yaml'),
  promtool('check', 'rules', '--lint-fatal', 'alerts.yaml'),
  promtool('test', 'rules', 'alerts.test.yaml'),
];
if (outcomes.some((passed) => passed === undefined))
  console.log('The alerts are not checked: promtool is not installed (Debian: prometheus)');
else if (outcomes.some((passed) => !passed)) process.exitCode = 1;
