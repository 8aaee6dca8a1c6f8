/**
 * `npm run check:openapi`: two linters find no error in the OpenAPI document. `npm run check:clients`: two generators
 * create clients without a warning. The Python client reads a job, and the Go client compiles. The interface's suite
 * tests TypeScript (`test/contract/describe-client.ts`) with a client that compiles and makes calls. `npm run
 * check:schemathesis`: a service that is started for it answers generated requests as documented.
 *
 * Arguments: the names of the checks.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { say } from '../launcher/say.mjs';
import { askService } from './ask-service.mjs';
import { goGenerator, linters, pythonGenerator, run, schemathesis } from './installed.mjs';

const FILES = import.meta.dirname;
process.chdir(resolve(FILES, '../..'));
const work = mkdtempSync(join(tmpdir(), 'privacy-chat-openapi-'));
const document = join(work, 'openapi.json');

const NO_PYTHON = 'skipped: no recent python3 that can create an environment is installed';

const CHECKS = {
  async redocly() {
    run(join(await linters(), 'redocly'), ['lint', document], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
  },
  async spectral() {
    writeFileSync(join(work, '.spectral.json'), '{ "extends": ["spectral:oas"] }');
    run(join(await linters(), 'spectral'), [
      'lint',
      document,
      '--display-only-failures',
      '--ruleset',
      join(work, '.spectral.json'),
    ]);
  },
  async python() {
    const programs = await pythonGenerator();
    if (!programs) return NO_PYTHON;
    const client = join(work, 'python');
    const config = join(FILES, 'python-client.yaml');
    const args = ['--path', document, '--output-path', client, '--config', config, '--fail-on-warning'];
    run(join(programs, 'openapi-python-client'), ['generate', ...args]);
    run(join(programs, 'python'), [join(FILES, 'read_job.py'), client, document]);
  },
  async go() {
    const generator = await goGenerator();
    if (!generator) return 'skipped: go is not installed';
    for (const file of ['go.mod', 'go.sum']) copyFileSync(join(FILES, file), join(work, file));
    const out = join(work, 'client.go');
    run(generator, ['-generate', 'types,client', '-package', 'client', '-o', out, document]);
    run('go', ['vet', './...'], { cwd: work });
  },
  async schemathesis() {
    const program = await schemathesis();
    if (!program) return NO_PYTHON;
    await askService(program, work);
  },
};

try {
  const checks = process.argv.slice(2);
  // A running service has its own document.
  if (checks.some((name) => name !== 'schemathesis')) {
    const register = ['--require', './tools/typescript/register.cjs'];
    writeFileSync(document, run(process.execPath, [...register, 'tools/openapi/print-document.ts']));
  }
  for (const name of checks) {
    try {
      say(`${name}: ${(await CHECKS[name]()) ?? 'no error'}`);
    } catch (error) {
      process.exitCode = 1;
      say(`${name}: ${error.message}`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
