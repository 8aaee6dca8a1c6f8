/**
 * `npm run bundle`: packs the release into one archive for installations without internet access: the built programs,
 * their packages for `npm ci --offline`, models, chart, image and compose files, and documents. docs/operate/air-gapped.md
 * describes its use.
 *
 * npm run bundle -- [--out FOLDER] [--speech-models FOLDER]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install } from '../launcher/prepare.mjs';
import { LauncherError, main, say } from '../launcher/say.mjs';
import { copyContents, digestOf, sumUp } from './contents.mjs';
import { fetchPackages, namePlaces } from './packages.mjs';

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: 'release' }, 'speech-models': { type: 'string' } },
});
const from = process.cwd();
process.chdir(resolve(import.meta.dirname, '../..'));
const out = resolve(from, options.out);
const speechModels = options['speech-models'] && resolve(from, options['speech-models']);

await main(async () => {
  if (speechModels && !existsSync(speechModels)) throw new LauncherError(`${speechModels} does not exist`);
  await install();
  await build();
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const work = mkdtempSync(join(tmpdir(), 'privacy-chat-release-'));
  try {
    const title = `${name}-${version}`;
    const folder = join(work, title);
    mkdirSync(folder);
    copyContents(folder, { speechModels });
    await fetchPackages(join(folder, 'packages'), join(work, 'installed'));
    namePlaces(folder);
    sumUp(folder);
    mkdirSync(out, { recursive: true });
    const archive = join(out, `${title}.tar.gz`);
    pack(work, title, archive);
    writeFileSync(`${archive}.sha256`, `${digestOf(archive)}  ${title}.tar.gz\n`);
    say(`${archive}: ${(statSync(archive).size / 1024 ** 2).toFixed(0)} MiB`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/** Reproducible: sorted names, no owners, and the time of the commit. */
function pack(folder, title, archive) {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  const same = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+rw',
  ];
  const compressed = ['--use-compress-program', 'gzip -n'];
  execFileSync('tar', ['--create', '--file', archive, ...compressed, ...same, '--directory', folder, title]);
}
