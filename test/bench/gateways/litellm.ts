import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { freePort } from '@app/testing';
import { answering } from './answering';

/** Where the first run installs LiteLLM. */
const FOLDER = join(packageRoot(), 'build', 'bench-litellm');
const KEY = 'sk-bench';

/**
 * Starts LiteLLM's proxy in its own process, without a database.
 *
 * @param upstream the address of a server with OpenAI's and Anthropic's dialect, without `/v1`
 */
export async function startLiteLlm(upstream: string) {
  const program = join(FOLDER, 'bin', 'litellm');
  if (!existsSync(program)) {
    execFileSync('python3', ['-m', 'venv', FOLDER], { stdio: 'inherit' });
    const pip = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--only-binary=:all:',
      '-r',
      join(__dirname, 'requirements.txt'),
    ];
    execFileSync(join(FOLDER, 'bin', 'python'), pip, { stdio: 'inherit' });
  }
  const config = join(FOLDER, 'config.yaml');
  await writeFile(
    config,
    JSON.stringify({
      model_list: [
        {
          model_name: 'test-model',
          litellm_params: { model: 'openai/test-model', api_base: `${upstream}/v1`, api_key: 'none' },
        },
        {
          model_name: 'test-claude',
          litellm_params: { model: 'anthropic/test-claude', api_base: upstream, api_key: 'none' },
        },
      ],
      general_settings: { master_key: KEY },
      litellm_settings: { telemetry: false },
    }),
  );
  const port = await freePort();
  const child = spawn(program, ['--config', config, '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_LOG: 'ERROR', NO_DOCS: 'True' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await answering(`${base}/health/liveliness`, 'LiteLLM');
  return {
    pid: child.pid!,
    base: `${base}/v1`,
    headers: { authorization: `Bearer ${KEY}` },
    stop: () => void child.kill(),
  };
}
