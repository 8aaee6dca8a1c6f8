import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The image's release of Node.js, from npm packages that contain the program and run no scripts. */
const VERSION = '24.21.0';
const INTEGRITY = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/**
 * Fetches Node.js once, and stores it outside the repository.
 *
 * @returns the path of its program; undefined if there is none for this machine
 * @throws Error if the registry does not return the expected package
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

/** Unpacked under another name and renamed, so that an interrupted run leaves no incomplete folder. */
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
    if (found !== integrity) throw new Error(`${name} has another hash than expected: sha512-${found}`);
    execFileSync('tar', ['-xzf', join(work, file), '-C', work]);
    renameSync(join(work, 'package'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
