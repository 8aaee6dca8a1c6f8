/**
 * `npm run release -- TAG [--dry-run]`: publishes the release that a tag names. The image for two architectures with its bill
 * of materials and provenance, the chart, and the offline bundle; image and chart are signed. Needs docker buildx, helm,
 * cosign and gh, and RELEASE_REGISTRY, such as `registry.example.com/team`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { LauncherError, main, say } from '../launcher/say.mjs';
import { notesOf, problemsOf, stepsOf } from './release-steps.mjs';

const { values: options, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.chdir(resolve(import.meta.dirname, '../..'));
const out = 'release';

await main(async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const chart = parse(readFileSync('docker/helm/privacy-chat/Chart.yaml', 'utf8'));
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const registry = process.env.RELEASE_REGISTRY;
  const problems = problemsOf({ tag: positionals[0], version, chart, changelog, registry });
  if (problems.length > 0) throw new LauncherError(problems.join('\n'));
  const commit = git('rev-parse', 'HEAD');
  const time = git('log', '-1', '--format=%ct');
  const steps = stepsOf({ version, registry, out, commit, time });
  if (options['dry-run']) {
    for (const { command } of steps) say(command.join(' '));
    return;
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'notes.md'), notesOf(changelog, version));
  for (const { command, env = {}, saves, signs } of steps) {
    say(command.join(' '));
    const output = execFileSync(command[0], command.slice(1), {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['inherit', 'pipe', 'inherit'],
    });
    if (saves) writeFileSync(saves, output);
    if (signs) execFileSync('cosign', ['sign', '--yes', signs(output)], { stdio: 'inherit' });
  }
});

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
