import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessTables, cellsOf, endpointsOf } from '@app/testing';
import { previewDocument } from './documentation';

const page = readFileSync(join(__dirname, '../../../../docs/reference/access.md'), 'utf8');
/** Prettier pads table cells; the padding is ignored. */
const plain = (text: string): string => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');

describe('the tables of docs/reference/access.md', () => {
  it('state what the controller of every endpoint declares [PRIV-89]', async () => {
    const endpoints = endpointsOf((await previewDocument()) as unknown as Parameters<typeof endpointsOf>[0]);
    expect(endpoints.length).toBeGreaterThan(40);
    for (const table of accessTables(endpoints).trim().split('\n\n'))
      expect(plain(page)).toContain(plain(table));
  });

  it('parse back to what was written', () => {
    const allowed = cellsOf(page).filter((cell) => cell.allowed);
    expect(allowed).toContainEqual({ endpoint: 'POST /ai/v1/chat', column: 'chat', allowed: true });
    expect(allowed).toContainEqual({
      endpoint: 'POST /idm/v1/auth/login',
      column: 'no token',
      allowed: true,
    });
    expect(allowed.filter(({ endpoint }) => endpoint === 'GET /admin/v1/users')).toEqual([
      { endpoint: 'GET /admin/v1/users', column: 'admin', allowed: true },
    ]);
  });
});
