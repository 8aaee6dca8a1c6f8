import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const OPERATE = 'docs/operate';
/** The runbooks first: they read the logs of backups before the other pages start more. */
const PAGES = [`${OPERATE}/runbooks`, OPERATE].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
);
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

/** The answers of a cluster with the chart to the commands that fail there. */
const FAILURES = [
  [/ create (namespace|secret) /, /already exists/],
  // The job of the caller has no webhook.
  [/ job redeliver JOB$/, /is stored for polling/],
];
const COMMAND_MS = 120_000;

/**
 * Runs each command as a shell does, with further options of kubectl.
 *
 * @returns {{ page: string, line: string, code?: number, text: string }[]} the exit code of kubectl, and its errors. The code is
 *   absent if kubectl was not started or did not end in time
 */
export function runLines(kubectl, options, lines) {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-kubectl-'));
  const [errors, ended] = [join(folder, 'errors'), join(folder, 'ended')];
  try {
    writeFileSync(
      join(folder, 'kubectl'),
      `#!/bin/sh\n'${kubectl}' ${options.join(' ')} "$@" 2> '${errors}'\ncode=$?\necho $code > '${ended}'\nexit $code\n`,
    );
    chmodSync(join(folder, 'kubectl'), 0o700);
    // Files that a command reads before it asks the server.
    for (const name of ['ENCRYPTION_KEYS', 'JWT_KEYS']) writeFileSync(join(folder, name), 'x');
    return lines.map(({ page, line, typed = line }) => {
      for (const file of [errors, ended]) writeFileSync(file, '');
      spawnSync('bash', ['-c', typed], {
        cwd: folder,
        env: { ...process.env, PATH: folder + delimiter + process.env.PATH },
        input: '',
        timeout: COMMAND_MS,
      });
      const code = readFileSync(ended, 'utf8').trim();
      return { page, line, ...(code && { code: Number(code) }), text: readFileSync(errors, 'utf8').trim() };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const problem = ({ page, line, text }) =>
  `${page}: ${line}: ${text.split('\n')[0] || 'kubectl did not run, or did not end'}`;

/** @returns {string[]} a line for each command that kubectl does not parse */
export const kubectlProblems = (kubectl, lines) =>
  runLines(kubectl, ['--kubeconfig=/dev/null', `--server=${NOWHERE}`, '--request-timeout=5s'], lines)
    .filter(({ text }) => !text.includes('was refused') && !text.includes('connection refused'))
    .map(problem);

/**
 * Runs each command on the cluster of KUBECONFIG, on which the chart is installed.
 *
 * @param {Record<string, string>} words what is typed for the words in capitals, such as JOB
 * @returns {string[]} a line for each command that does not succeed, or does not fail as expected
 */
export const clusterProblems = (kubectl, kubeconfig, lines, words) =>
  runLines(
    kubectl,
    [`--kubeconfig='${kubeconfig}'`],
    lines.map((one) => ({
      ...one,
      typed: one.line.replaceAll(/\b(?:JOB|HASH)\b/g, (word) => words[word]),
    })),
  )
    .filter(({ line, code, text }) => {
      const [, failure] = FAILURES.find(([command]) => command.test(line)) ?? [];
      return failure ? !(code > 0 && failure.test(text)) : code !== 0;
    })
    .map(problem);
