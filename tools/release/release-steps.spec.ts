import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { notesOf, problemsOf, stepsOf } from './release-steps.mjs';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- Later\n\n## 1.2.0 - 2026-11-26\n\n- Now\n\n## 1.1.0 - 2026-01-01\n\n- Before\n';
const RELEASE = {
  tag: 'v1.2.0',
  version: '1.2.0',
  chart: { version: '1.2.0', appVersion: '1.2.0' },
  changelog: CHANGELOG,
  registry: 'registry.example.com/team',
};

describe('A release', () => {
  it('has no problem if tag, package, chart and changelog name one version', () => {
    expect(problemsOf(RELEASE)).toEqual([]);
  });

  it.each([
    ['a tag of another version', { tag: 'v1.2.1' }, 'The tag must be v1.2.0'],
    ['no tag', { tag: undefined }, 'it is missing'],
    ['a chart of another version', { chart: { version: '1.1.0', appVersion: '1.2.0' } }, 'version 1.1.0'],
    ['a chart of another program', { chart: { version: '1.2.0', appVersion: '1.1.0' } }, 'appVersion 1.1.0'],
    ['no section in the changelog', { changelog: '# Changelog\n\n## Unreleased\n' }, 'CHANGELOG.md has no'],
    ['no registry', { registry: '' }, 'RELEASE_REGISTRY is not set'],
  ])('is refused with %s', (_, changed, problem) => {
    expect(problemsOf({ ...RELEASE, ...changed })).toEqual([expect.stringContaining(problem)]);
  });

  it('takes its notes from its own section of the changelog', () => {
    expect(notesOf(CHANGELOG, '1.2.0')).toBe('- Now\n');
  });

  it('pushes and signs image and chart by their digests before it is announced', () => {
    const steps = stepsOf({ version: '1.2.0', registry: 'r/t', out: 'release', commit: 'c', time: '1' });
    expect(steps.map(({ command }) => command.slice(0, 3).join(' '))).toEqual([
      'docker buildx bake',
      'helm package docker/helm/privacy-chat',
      'sh -c helm push release/privacy-chat-1.2.0.tgz oci://r/t/charts 2>&1',
      'npm run --silent',
      'npm run --silent',
      'npm run --silent',
      'npm run --silent',
      'gh release create',
    ]);
    expect(steps.at(-1)!.command).toEqual(
      expect.arrayContaining([
        'release/privacy-chat-client-1.2.0.tgz',
        'release/privacy_chat_client-1.2.0-py3-none-any.whl',
      ]),
    );
    const chart = steps[2]!.signs!('Pushed: r/t/charts/privacy-chat:1.2.0\nDigest: sha256:ab12\n');
    expect(chart).toBe('r/t/charts/privacy-chat@sha256:ab12');
  });

  it('runs nothing in a dry run, and prints its commands', () => {
    const root = resolve(__dirname, '../..');
    const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const args = ['tools/release/release.mjs', `v${version}`, '--dry-run'];
    const tags = (): string => execFileSync('git', ['tag', '--list'], { cwd: root, encoding: 'utf8' });
    const before = tags();
    const env = { ...process.env, RELEASE_REGISTRY: 'registry.example.com/team' };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    const isCut = readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} - `);
    expect({ status, problem: stderr.trim() }).toEqual(
      isCut
        ? { status: 0, problem: '' }
        : { status: 1, problem: `CHANGELOG.md has no heading "## ${version} - YYYY-MM-DD"` },
    );
    if (isCut) expect(stdout).toContain(`gh release create v${version}`);
    expect(existsSync(resolve(root, 'release/image.json'))).toBe(false);
    expect(tags()).toBe(before);
  });
});
