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

  it('answer an unknown address with a page that says so', async () => {
    const answer = await open('/none');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
