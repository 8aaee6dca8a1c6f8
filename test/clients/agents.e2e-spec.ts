import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { whyNoClients } from '@app/testing';
import { AGENTS, writeSettings, type Agent, type Gateway } from './agents/agents';
import { CONTACT, EMAIL, INSTRUCTIONS, NAME, PLANTED, workIn } from './agents/work';
import { answerInDialect, SEALED } from './dialects';
import { keyOf, useProviders } from './providers';

const run = promisify(execFile);
/** An agent that waits for something is stopped after this time. */
const STOPPED_AFTER_MS = 180_000;

const missing = whyNoClients('agents');
if (missing) process.stderr.write(`The agents are skipped: ${missing}\n`);

const scene = useProviders();

describe.each(AGENTS)('$name', (agent) => {
  (missing ? it.skip : it)(
    'lists, reads, writes and answers in two turns with real values, of which the provider receives none',
    async () => {
      const { upstream, system } = scene;
      const gateway: Gateway = { ai: (path) => system.ai(path), key: await keyOf(scene) };
      const [home, work] = await prepare(agent, gateway);
      upstream.requests.length = 0;
      upstream.intercept = (request, response) => answerInDialect(workIn(work), request, response);

      const first = await start(agent, agent.first, gateway, home, work);
      expect(first).toMatchObject({ code: 0 });
      expect(first.output).toContain(`The contact is ${NAME} (${EMAIL}). DONE`);
      expect(await readFile(join(work, 'answer.txt'), 'utf8')).toBe(CONTACT);
      const second = await start(agent, agent.second, gateway, home, work);
      expect(second).toMatchObject({ code: 0 });
      expect(second.output).toContain(`Once more: ${NAME} (${EMAIL}). DONE`);

      expect(upstream.requests.length).toBeGreaterThan(4);
      for (const { path, headers, raw } of upstream.requests) {
        expect(`${path}\n${JSON.stringify(headers)}`).not.toMatch(
          new RegExp(`${PLANTED.source}|${work}`, 'i'),
        );
        expect(raw.match(PLANTED)?.[0]).toBeUndefined();
      }
      // What models thought and signed comes back as they wrote it. Chat completions sign nothing.
      const signed = upstream.requests.filter(({ path }) => !path.endsWith('/chat/completions'));
      expect(signed.length > 0).toBe(signed.some(({ raw }) => raw.includes(SEALED)));
    },
  );
});

/** Returns a home folder, and a folder to work in: a repository with a file, instructions and an author. */
async function prepare(agent: Agent, gateway: Gateway): Promise<[home: string, work: string]> {
  const folder = await mkdtemp(join(scene.folder, 'agent-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  for (const one of [home, work]) await mkdir(one);
  await writeSettings(agent, gateway, home);
  await writeFile(join(work, 'contact.txt'), CONTACT);
  await writeFile(join(work, agent.instructions), INSTRUCTIONS);
  const author = ['-c', 'user.name=Aurelio Brandstetter', '-c', 'user.email=aurelio@brandstetter.example'];
  await run('git', ['init', '--quiet'], { cwd: work });
  await run('git', [...author, 'add', '.'], { cwd: work });
  await run('git', [...author, 'commit', '--quiet', '-m', 'Add the contact of Orsolya Veldkamp'], {
    cwd: work,
  });
  await run('git', ['config', 'user.name', 'Aurelio Brandstetter'], { cwd: work });
  return [home, work];
}

/** Runs one turn. Agents may reach the gateway alone: any other address leads to a closed port. */
async function start(
  agent: Agent,
  args: readonly string[],
  gateway: Gateway,
  home: string,
  work: string,
): Promise<{ code: number | null; output: string }> {
  const isScript = agent.program.endsWith('.js');
  const [program, ...before] = isScript ? [process.execPath, agent.program] : [agent.program];
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn(program!, [...before, ...args], {
    cwd: work,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
      ...agent.env(gateway),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STOPPED_AFTER_MS,
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: said + told };
}
