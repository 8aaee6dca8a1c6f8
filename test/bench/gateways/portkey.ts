import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PROGRAM = join(__dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js');
const TRIES = 200;
const TRY_AGAIN_MS = 100;

/**
 * Starts Portkey's gateway in its own process, without its console. The first run installs it into this folder.
 *
 * @param upstream the address of an OpenAI-compatible server
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
  for (let tried = 0; !(await answers(base)); tried += 1) {
    if (tried === TRIES) throw new Error("Portkey's gateway does not answer");
    await setTimeout(TRY_AGAIN_MS);
  }
  return {
    pid: child.pid!,
    url: `${base}/v1/chat/completions`,
    headers: {
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': upstream,
    },
    stop: () => void child.kill(),
  };
}

const answers = (base: string): Promise<boolean> =>
  fetch(base).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
