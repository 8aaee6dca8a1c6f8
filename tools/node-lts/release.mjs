import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The release of Node.js that the image runs, as npm's packages hold it: each brings the program and runs nothing. */
const VERSION = '24.21.0';
const INTEGRITY = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/**
 * Fetches Node.js once, and keeps it outside the repository.
 *
 * @returns the path of its program; undefined where there is none for this machine
 * @throws Error where the registry gives nothing, or something else
 */
export function nodeRelease() {
  const platform = `${process.platform}-${process.arch}`;
  const integrity = INTEGRITY[platform];
  if (!integrity) return undefined;
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    `privacy-chat/node-${VERSION}`,
  );
  const program = join(folder, 'bin/node');
  if (!existsSync(program)) fetchRelease(`node-${platform}@${VERSION}`, integrity, folder);
  return program;
}

/** Unpacked beside and renamed, so that a run that broke off leaves no half of it. */
function fetchRelease(name, integrity, folder) {
  console.error(`fetching ${name} (once; 50 MB)`);
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', work, name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
    const found = createHash('sha512')
      .update(readFileSync(join(work, file)))
      .digest('base64');
    if (found !== integrity) throw new Error(`${name} is not what was expected: sha512-${found}`);
    execFileSync('tar', ['-xzf', join(work, file), '-C', work]);
    renameSync(join(work, 'package'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
