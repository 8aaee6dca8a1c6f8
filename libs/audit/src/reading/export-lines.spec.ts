import { createHash } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { newId } from '@app/common';
import type { KeptEntry } from '../audit.store';
import { sealHash } from '../chain/seal-hash';
import { exportHead, exportLine } from './export-lines';

const ENTRY: Omit<KeptEntry, 'seal'> = {
  id: newId(),
  at: '2026-01-01T00:00:00.000001Z',
  actor: 'operator',
  actor_id: null,
  actor_hash: null,
  account: 'root',
  action: 'organization.create',
  outcome: 'done',
  reason: null,
  organization_id: newId(),
  subject_type: 'organization',
  subject_id: newId(),
  counts: { turns: 2, images: 1 },
  address_hash: null,
  model: null,
  user_id: null,
};
const PLACE = {
  chain: 'events' as const,
  seq: 7,
  sealed_at: '2026-01-01T00:00:02.000000Z',
  prev: '0'.repeat(64),
};

const sealed = (more: Partial<KeptEntry> = {}): KeptEntry => {
  const entry = { ...ENTRY, ...more };
  return { ...entry, seal: { ...PLACE, hash: sealHash(entry, PLACE) } };
};

describe('an export', () => {
  it('contains in each line what its hash covers: the rest of the line with sorted keys', () => {
    assert(
      property(string(), string(), (account, model) => {
        const line = JSON.parse(exportLine(sealed({ account, model, user_id: newId() }), 'ndjson')) as object;
        const { hash, user_id, ...rest } = line as Record<string, unknown>;
        const inOrder = Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
        expect(createHash('sha256').update(JSON.stringify(inOrder)).digest('hex')).toBe(hash);
        expect(user_id).toEqual(expect.any(String));
      }),
    );
  });

  it('has a line for an unsealed entry, without a position', () => {
    const line = exportLine({ ...ENTRY, seal: null }, 'ndjson');
    expect(JSON.parse(line)).toMatchObject({ seq: null, chain: null, hash: null, account: 'root' });
  });

  it('as CSV has the same columns in each line, and no cell is a formula', () => {
    const width = exportHead('csv').split(',').length;
    assert(
      property(string(), string(), (account, model) => {
        const cells = readCsv(exportLine(sealed({ account, model }), 'csv'));
        expect(cells).toHaveLength(width);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
        expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(
          expect.arrayContaining([account.replace(/^'/, ''), model.replace(/^'/, '')]),
        );
      }),
    );
  });

  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'writes %j as a text',
    (account) => {
      const cells = readCsv(exportLine(sealed({ account }), 'csv'));
      expect(cells).toContain(`'${account}`);
    },
  );
});

/** Returns the cells of a line (RFC 4180). */
function readCsv(line: string): string[] {
  const cells: string[] = [];
  const rest = line.slice(0, -2);
  for (let at = 0; at <= rest.length;) {
    if (rest[at] === '"') {
      let end = at + 1;
      while (rest[end] !== '"' || rest[end + 1] === '"') end += rest[end] === '"' ? 2 : 1;
      cells.push(rest.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      const comma = rest.indexOf(',', at);
      const end = comma === -1 ? rest.length : comma;
      cells.push(rest.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}
