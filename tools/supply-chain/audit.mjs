/**
 * `npm run audit`: lists known vulnerabilities in production packages, according to the registry. Exits with 1 if there
 * are any. If the registry does not answer (no network, a mirror without advisories), one line says that nothing was
 * checked.
 */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
const report = read(stdout);
if (!report?.metadata) {
  console.log('vulnerabilities were not checked: the registry gives no advisories');
} else {
  const { total } = report.metadata.vulnerabilities;
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities))
    console.error(`${name} ${range}: ${severity}`);
  console.log(`${total} known vulnerabilities`);
  process.exit(total > 0 ? 1 : 0);
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // npm failed before it could report.
  }
}
