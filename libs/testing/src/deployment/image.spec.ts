import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const lines = (file: string): string[] => readFileSync(join(ROOT, 'docker', file), 'utf8').split('\n');

/** The instructions of the Dockerfile, without comments and with joined lines. */
const instructions = lines('Dockerfile')
  .filter((line) => !line.startsWith('#'))
  .join('\n')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter(Boolean);

/** Returns the files of the build context: the last rule that a file matches decides (.dockerignore). */
function context(): string[] {
  const rules = lines('Dockerfile.dockerignore')
    .filter(Boolean)
    .map((line) => ({ isGiven: line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  const matches = (file: string, pattern: string): boolean => {
    const source = pattern
      .replaceAll(/[.+]/g, String.raw`\$&`)
      .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'));
    return new RegExp(`^${source}(/|$)`).test(file);
  };
  return execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => rules.findLast(({ pattern }) => matches(file, pattern))?.isGiven);
}

describe('docker/Dockerfile', () => {
  it('copies only files of the build context', () => {
    const given = context();
    const sources = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !given.some((file) => `${file}/`.startsWith(`${source}/`)))).toEqual(
      [],
    );
  });

  it.each(['.npmrc', 'package-lock.json', 'tsconfig.build.json', 'tsconfig.json'])(
    'copies %s, which the build reads',
    (file) => {
      expect(context()).toContain(file);
      expect(instructions.some((line) => line.startsWith('COPY ') && line.split(/\s+/).includes(file))).toBe(
        true,
      );
    },
  );

  it('passes the commit to the build, which has no repository', () => {
    const told = instructions.indexOf('ARG COMMIT=unknown');
    expect(told).toBeGreaterThan(0);
    expect(instructions.findIndex((line) => /^RUN .*npm run build/.test(line))).toBeGreaterThan(told);
    expect(lines('bake.hcl').join('\n')).toMatch(/args = \{\n\s+COMMIT\s+= COMMIT\n/);
  });

  it('has no tests, no data and no settings in its context', () => {
    expect(context().filter((file) => /[.-]spec\.ts$|^\.data|\.env$|^test\//.test(file))).toEqual([]);
  });

  it('runs as a user other than root, on a base that is named once, with a health check', () => {
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER 1000:1000');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(
      instructions.filter((line) => line.startsWith('FROM ')).every((line) => line.includes('${NODE_IMAGE}')),
    ).toBe(true);
  });

  it('contains every file that the programs read in addition to their code, and its bill of materials', () => {
    const copied = instructions.filter((line) => line.startsWith('COPY ')).join('\n');
    for (const path of [
      'libs/anonymization/model',
      'libs/anonymization/data',
      'libs/transcription/model',
      'bom.json',
    ])
      expect(copied).toContain(path);
    expect(copied).toContain('docker/app-role.sql docker/backup-role.sql');
  });

  it('has its license, and no package manager and no compiler', () => {
    const [build = '', last = ''] = [
      instructions.find((line) => line.startsWith('RUN ') && line.includes('npm run build')),
      instructions.findLast((line) => line.includes('rm -rf')),
    ];
    expect(instructions).toContain('COPY LICENSE ./');
    for (const path of ['node_modules/typescript', 'node_modules/@types'])
      expect(build).toContain(` ${path} `);
    const removed = last.slice(last.indexOf('rm -rf'));
    // The stage that builds ffmpeg has a compiler; the image copies the program out of it.
    const image = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
    expect(image.join('\n')).not.toMatch(/apt-get|gcc|make /);
    expect(image).toContain('COPY --from=ffmpeg /ffmpeg /usr/local');
    for (const path of [
      '/usr/bin/apt*',
      '/usr/local/lib/node_modules',
      '/usr/local/bin/npm',
      '/usr/local/bin/yarn*',
    ])
      expect(removed.split(/\s+/)).toContain(path);
  });

  it('needs TypeScript nowhere', () => {
    const loads = (file: string): boolean =>
      /(?:from|require\()\s*['"]typescript['"]/.test(readFileSync(join(ROOT, file), 'utf8'));
    const sources = execFileSync('git', ['ls-files', 'apps', 'libs'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file.endsWith('.ts') && !/[.-]spec\.ts$|\/testing\//.test(file));
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter(loads)).toEqual([]);
  });

  it('is built for both architectures, with the version of the programs', () => {
    const bake = lines('bake.hcl').join('\n');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(bake).toContain('["linux/amd64", "linux/arm64"]');
    expect(bake).toMatch(new RegExp(`"VERSION" \\{\\s+default = "${version.replaceAll('.', '\\.')}"`));
    expect(bake).toContain('type=sbom');
  });
});
