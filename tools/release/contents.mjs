import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { billOfMaterials } from '../supply-chain/bill-of-materials.mjs';
import { readLock } from '../supply-chain/read-lock.mjs';

/** The tracked files that an installation and its operator need. The programs are in dist/. */
const TRACKED = [
  '.env.example',
  '.npmrc',
  '.nvmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.de.md',
  'README.md',
  'SECURITY.md',
  'docker',
  'docs',
  'libs/anonymization/data',
  'libs/anonymization/model',
  'libs/transcription/model',
  'package-lock.json',
  'package.json',
];

/**
 * Copies everything of a release except its packages into a folder: tracked files, built programs and speech models.
 */
export function copyContents(folder, { speechModels }) {
  const files = execFileSync('git', ['ls-files', '-z', ...TRACKED], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    // Links stay links, because the chart's links point to files that are copied too.
    cpSync(file, join(folder, file), { verbatimSymlinks: true });
  }
  cpSync('dist', join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.built') });
  if (speechModels) cpSync(speechModels, join(folder, 'models'), { recursive: true });
  writeFileSync(join(folder, 'bom.json'), `${JSON.stringify(billOfMaterials(readLock()), null, 2)}\n`);
}

/** Writes SHA256SUMS, with which `sha256sum --check SHA256SUMS` verifies a transferred folder. */
export function sumUp(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const lines = files.map((file) => `${digestOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

export const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
