import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const OPERATE = 'docs/operate';
const PAGES = [
  ...['kubernetes.md', 'backup-and-restore.md'].map((file) => `${OPERATE}/${file}`),
  ...readdirSync(`${OPERATE}/runbooks`).map((file) => `${OPERATE}/runbooks/${file}`),
];
/** An address at which nothing listens: kubectl asks it after it has parsed a command. */
const NOWHERE = 'http://127.0.0.1:1';

/** @returns {{ page: string, line: string }[]} every command with kubectl in the blocks of the pages */
export const kubectlLines = () =>
  PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].flatMap(([, block]) =>
      block
        .replaceAll('\\\n', ' ')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('kubectl '))
        .map((line) => ({ page, line })),
    ),
  );

/**
 * Runs each command as a shell does, with a kubectl that reaches no server.
 *
 * @returns {string[]} a line for each command that kubectl does not parse
 */
export function kubectlProblems(kubectl, lines) {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-kubectl-'));
  const said = join(folder, 'said');
  try {
    writeFileSync(
      join(folder, 'kubectl'),
      `#!/bin/sh\nexec '${kubectl}' --kubeconfig=/dev/null --server=${NOWHERE} --request-timeout=5s "$@" 2> '${said}'\n`,
    );
    chmodSync(join(folder, 'kubectl'), 0o700);
    // Files that a command reads before it asks the server.
    for (const name of ['ENCRYPTION_KEYS', 'JWT_KEYS']) writeFileSync(join(folder, name), 'x');
    return lines.flatMap(({ page, line }) => {
      rmSync(said, { force: true });
      spawnSync('bash', ['-c', line], {
        cwd: folder,
        env: { ...process.env, PATH: folder + delimiter + process.env.PATH },
        input: '',
      });
      const text = readFileSync(said, 'utf8');
      return text.includes('was refused') || text.includes('connection refused')
        ? []
        : [`${page}: ${line}: ${text.trim().split('\n')[0] || 'it did not ask the server'}`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
