import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../../../..');
const CHART = join(ROOT, 'docker/helm/privacy-chat');
const textOf = (...path: string[]): string => readFileSync(join(CHART, ...path), 'utf8');
const textsIn = (folder: string): string[] =>
  readdirSync(join(CHART, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => textOf(folder, file));

/** Finds settings: names with an underscore or in the schema. `NAME_FILE` names a file with the value of `NAME`. */
const settingsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) =>
    name.replace(/_FILE$/, ''),
  );

const shown = [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(
  ([, name]) => name!,
);

/** A variable of Node.js that the chart sets in addition to settings. */
const OF_NODE = 'NODE_EXTRA_CA_CERTS';

describe('docker/helm/privacy-chat', () => {
  it('sets only variables that the programs read', () => {
    const told = [...textsIn('templates'), ...textsIn('ci'), textOf('values.yaml')].flatMap(settingsIn);
    expect(told).toContain('DATABASE_OWNER_URL');
    expect(told.filter((name) => name !== OF_NODE && !shown.includes(name))).toEqual([]);
  });

  it('accepts every setting but secrets and those that it sets itself', () => {
    const { properties } = JSON.parse(textOf('values.schema.json')) as {
      properties: { settings: { propertyNames: { enum: string[] } } };
    };
    const accepted = properties.settings.propertyNames.enum;
    const refused = shown.filter((name) => !accepted.includes(name));
    const secret = shown.filter(
      (name) => /_(KEYS?|TOKEN|SECRET|ACCESS_KEY_ID)$/.test(name) || /^(DATABASE|REDIS)_.*URL$/.test(name),
    );
    expect(secret.length).toBeGreaterThan(8);
    const set = [...textOf('templates/settings.yaml').matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name!,
    );
    expect(set).toContain('BLOB_STORE');
    expect(refused.toSorted()).toEqual([...new Set([...secret, ...set])].toSorted());
    expect(accepted.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('has the version of the programs', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(parse(textOf('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('scales on a metric that the programs have', () => {
    const [, metric] = /max\((\w+)/.exec(textOf('templates/worker-scaling.yaml')) ?? [];
    const places = ['libs/*.ts', ':!*spec.ts'];
    expect(metric).toBeDefined();
    expect(() =>
      execFileSync('git', ['grep', '-qF', `'${metric}'`, '--', ...places], { cwd: ROOT }),
    ).not.toThrow();
  });
});
