import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useApi } from './scene';

const scene = useApi();

describe('the documents at /help', () => {
  const open = (path: string): Promise<Response> => fetch(scene.system.url(`/help${path}`));

  it('are pages with a search and a policy against third-party scripts', async () => {
    const answer = await open('/');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none';script-src 'self';/);
    expect(page).toContain('VPNavBarSearch');
    expect(page).not.toMatch(/<script(?![^>]* src="\/help\/)/);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('open without a file extension and link only to existing pages', async () => {
    const page = await (await open('/')).text();
    const links = [...page.matchAll(/href="\/help(\/[^"#]+)\.html"/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(1);
    for (const path of links) expect((await open(path)).status).toBe(200);
  });

  it('are the pages of the runbooks, at the addresses of the alerts', async () => {
    const alerts = readFileSync(join(__dirname, '../../../docker/prometheus/alerts.yaml'), 'utf8');
    const addresses = [...alerts.matchAll(/runbook_url: http:\/\/localhost:3000\/help(\S+)/g)].map(
      ([, path = '']) => path,
    );
    expect(addresses.length).toBeGreaterThan(15);
    for (const path of addresses) expect([path, (await open(path)).status]).toEqual([path, 200]);
  });

  it('answer an unknown address with a page that says so', async () => {
    const answer = await open('/none');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('the document of the api at /docs', () => {
  it('opens without TLS, as in an office network', async () => {
    const answer = await fetch(scene.system.url('/docs'));
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});
