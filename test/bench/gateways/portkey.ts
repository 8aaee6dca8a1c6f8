import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@app/testing';
import { answering } from './answering';

const PROGRAM = join(__dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js');

/**
 * Starts Portkey's gateway in its own process, without its console. The first run installs it into this folder.
 *
 * @param upstream the address of a server with OpenAI's and Anthropic's dialect
 */
export async function startPortkey(upstream: string) {
  if (!existsSync(PROGRAM))
    execFileSync('npm', ['install', '--ignore-scripts', '--no-package-lock'], {
      cwd: __dirname,
      stdio: 'inherit',
    });
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, '--headless', `--port=${port}`], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await answering(base, "Portkey's gateway");
  return {
    pid: child.pid!,
    base: `${base}/v1`,
    headersOf: (provider: 'openai' | 'anthropic') => ({
      authorization: 'Bearer none',
      'x-api-key': 'none',
      'x-portkey-provider': provider,
      'x-portkey-custom-host': upstream,
    }),
    stop: () => void child.kill(),
  };
}
