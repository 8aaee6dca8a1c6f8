import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, startSystem, startUpstream, whyNoClients } from '@app/testing';
import { useScene } from '../support/chat-scene';
import { stopAll } from '../support/stage';
import { buildPackage, OWN_PACKAGES, programsOf, type OwnPackage } from './own-packages';

const scene = useScene(async () => {
  const upstream = await startUpstream();
  const system = await startSystem({
    LLM_BASE_URL: upstream.baseUrl,
    LLM_MODELS: 'demo-echo',
    RATE_LIMITS: 'off',
    WEBHOOK_ALLOW_HTTP: 'true',
  });
  return { system, upstream, stop: () => stopAll(system, upstream) };
});

describe.each(OWN_PACKAGES)('The client in $name', (client) => {
  let folder = '';
  const started: ChildProcess[] = [];

  /** Starts a program of the README, and collects its output. */
  function start(program: string, env: Record<string, string>) {
    const child = client.start(folder, program, { PATH: process.env.PATH ?? '', ...env });
    started.push(child);
    const output = { out: '', err: '' };
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (output.out += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (output.err += text));
    return { output, ended: once(child, 'close') as Promise<[number | null]> };
  }

  beforeAll(async () => {
    if (missing(client)) return;
    folder = await mkdtemp(join(tmpdir(), 'privacy-chat-client-'));
    await buildPackage(client, folder);
    await client.install(folder, folder, { ...(await programsOf(client)) });
  });
  afterAll(async () => {
    for (const child of started) child.kill();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  itWith(client)('does what its README shows: login, chats, a job, a restored text, an error', async () => {
    const { system, upstream, user } = scene;
    upstream.requests.length = 0;
    const { output, ended } = start('tour', {
      SERVICE: system.url(''),
      USER_NAME: user.userName,
      PASSWORD: user.password,
    });
    expect([await ended, output.err]).toEqual([[0, null], '']);
    const [sent, whole, ...rest] = output.out.split('\n');
    expect(sent).toMatch(/^Write to (?!Hans Müller).+\.$/);
    expect(whole).toBe('You said: Write to Hans Müller.');
    expect(rest.join('\n')).toMatch(/^You said: Write to Hans Müller\.\n?Call \[NAME_1\] on \[PHONE_1\]\.\n/);
    expect(output.out).toContain('Summary: Call Hans Müller on +49 30 901820.');
    expect(output.out).toMatch(/400 bad_request chat_id must be .*\n[^]*chat_id/);
    expect(output.out).toMatch(/demo-echo[^\n]*\n$/);
    expect(upstream.requests).toHaveLength(2);
    for (const { raw } of upstream.requests) expect(raw).not.toMatch(/müller/i);
  });

  if (client.name === 'python')
    itWith(client)('passes its own tests', async () => {
      const { output, ended } = start('test_client', {});
      const [code] = await ended;
      expect({ code, failures: code === 0 ? '' : output.err }).toEqual({ code: 0, failures: '' });
      expect(output.err).toMatch(/Ran \d\d tests/);
    });

  itWith(client)('verifies the webhooks of the service during a rotation, and no others', async () => {
    const { system, user, api } = scene;
    const admin = await system.user({ role: 'admin', organizationId: user.organizationId });
    const answer = await fetch(system.url('/admin/v1/webhook-secret'), { headers: admin.authorization });
    const { data } = (await answer.json()) as { data: { secret: string } };
    const other = `whsec_${Buffer.alloc(24).toString('base64')}`;
    const port = await freePort();
    const { output } = start('receiver', { PORT: String(port), WEBHOOK_SECRETS: `${other},${data.secret}` });
    const address = `http://127.0.0.1:${port}/hook`;
    const forged = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' };
    const refused = await eventually(() => fetch(address, { method: 'POST', headers: forged, body: '{}' }));
    expect(refused.status).toBe(401);
    const job = { text: 'Call Hans Müller.', lang: 'en', choices: ['Names'], webhook_url: address };
    const { headers } = await api.post('job/anonymize', job);
    await eventually(() => {
      if (!output.out.includes('\n')) throw new Error(`It printed nothing: ${output.err}`);
    });
    expect(output.out).toContain(headers.get('x-job-id'));
    expect(output.out).toContain('Call [NAME_1].');
    expect(output.out.match(/job_id/g)).toHaveLength(1);
  });
});

function missing({ packages }: OwnPackage): string | undefined {
  return packages && whyNoClients(packages);
}

/** `it` if the packages that the client needs are installed. The reason for skipping is printed. */
function itWith(client: OwnPackage): jest.It {
  const reason = missing(client);
  if (reason) process.stderr.write(`the client in ${client.name} is skipped: ${reason}\n`);
  return reason ? it.skip : it;
}
