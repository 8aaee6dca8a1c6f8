/**
 * Measures an audit trail of a million entries: `npm run bench:audit`. Prints the speed of sealing, the time of a list page
 * with each filter, the speed and memory of verifying a chain, and the speed of an export.
 */
import { createHash } from 'node:crypto';
import {
  AuditTrail,
  AuditUpkeepModule,
  ExportAuditEvents,
  ListAuditEvents,
  SealAuditTrail,
  VerifyAuditTrail,
  type AuditFilter,
} from '@app/audit';
import { newId } from '@app/common';
import { startContext } from '@app/testing';
import { fillTrail } from './audit/fill-trail';
import { percentile } from './jobs/load';

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const PAGES = 200;
const ORGANIZATION = newId();
const SOMEBODY = newId();

async function main(): Promise<void> {
  const context = await startContext([AuditUpkeepModule], { DATABASE_POOL_SIZE: '4' });
  const part = <T>(type: new (...args: never[]) => T): T => context.app.get<T>(type, { strict: false });
  try {
    await fillTrail(context.db, ORGANIZATION, ENTRIES);
    const sealing = await timed(() => part(SealAuditTrail).execute());
    console.log(`sealed: ${rate(sealing)} entries a second`);
    for (const table of ['audit_events', 'audit_seals', 'audit_call_actors', 'audit_unsealed'])
      await context.db.query(`VACUUM ANALYZE ${table}`);
    await pages(part(ListAuditEvents));
    await verify(part(VerifyAuditTrail));
    await exported(part(ExportAuditEvents));
    const writing = await timed(async () => {
      for (let i = 0; i < 1_000; i += 1)
        await context.app
          .get(AuditTrail)
          .recordAlone({ action: 'logout', organizationId: ORGANIZATION, userId: SOMEBODY });
    });
    console.log(`written one after another: ${((writing / 1_000) * 1_000).toFixed(0)} µs each`);
  } finally {
    await context.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
const rate = (ms: number): string => ((ENTRIES * 1_000) / ms).toFixed(0);

/** Reads first and later pages with the filters of the console and the endpoints. */
async function pages(list: ListAuditEvents): Promise<void> {
  const day = 24 * 60 * 60_000;
  const filters: Record<string, (nth: number) => Partial<AuditFilter>> = {
    'all, newest': () => ({}),
    'of a day': (nth) => ({
      since: new Date(Date.now() - (nth % 90) * day - day),
      until: new Date(Date.now() - (nth % 90) * day),
    }),
    'calls of models': () => ({ action: 'model.call' }),
    'one action': () => ({ action: 'login' }),
    'a noun without entries': () => ({ action: 'organization' }),
    'all of a noun': () => ({ action: 'job' }),
    'one subject': (nth) => ({ subjectId: uuidOf((nth * 10) % 5_000) }),
    'an action on a subject': (nth) => ({ action: 'login', subjectId: uuidOf((nth * 40 + 10) % 5_000) }),
  };
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = [];
    let after: AuditFilter['after'];
    for (let nth = 0; nth < PAGES; nth += 1) {
      const asked = {
        organizationId: ORGANIZATION,
        limit: 50,
        ...filter(nth),
        ...(after && nth % 5 > 0 && { after }),
      };
      times.push(
        await timed(async () => {
          after = (await list.page(asked)).next ?? undefined;
        }),
      );
    }
    console.log(`page of 50, ${name}: p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}`);
  }
}

async function verify(use: VerifyAuditTrail): Promise<void> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const before = process.memoryUsage().rss;
  const times: number[] = [];
  for (let i = 0; i < 3; i += 1)
    times.push(
      await timed(async () => {
        const { intact, chains } = await use.execute(ORGANIZATION);
        const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
        if (!intact || entries !== ENTRIES) throw new Error(`${entries} entries hold of ${ENTRIES}`);
      }),
    );
  clearInterval(watch);
  const more = ((peak - before) / 1024 ** 2).toFixed(0);
  console.log(`verified: ${times.map(rate).join(', ')} entries a second; ${more} MiB more of memory at most`);
}

async function exported(use: ExportAuditEvents): Promise<void> {
  for (const format of ['ndjson', 'csv'] as const) {
    let bytes = 0;
    const took = await timed(async () => {
      for await (const piece of use.execute({ organizationId: ORGANIZATION }, format)) bytes += piece.length;
    });
    console.log(
      `exported as ${format}: ${rate(took)} entries a second, ${(bytes / 1024 ** 2).toFixed(0)} MiB`,
    );
  }
}

const ms = (times: readonly number[], share: number): string =>
  `${percentile([...times], share).toFixed(1)} ms`;

/** Returns the md5 of a number as an id, as in the subjects of the entries. */
const uuidOf = (n: number): string =>
  createHash('md5')
    .update(String(n))
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

void main();
