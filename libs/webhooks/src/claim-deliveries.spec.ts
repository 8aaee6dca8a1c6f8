import type { DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { newId } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { startContext, type ServiceContext } from '@app/testing';
import { ClaimDeliveries } from './claim-deliveries';
import { PublishEvent } from './publish-event';
import { SettleDelivery } from './settle-delivery';
import { WebhooksModule } from './webhooks.module';

jest.setTimeout(120_000);

describe('ClaimDeliveries', () => {
  let context: ServiceContext;
  let claims: ClaimDeliveries;

  beforeAll(async () => {
    context = await startContext([WebhooksModule], {
      WEBHOOK_HOST_CONCURRENCY: '3',
      WEBHOOK_CONCURRENCY: '10',
    });
    claims = context.app.get(ClaimDeliveries, { strict: false });
  });
  beforeEach(() => context.db.query('TRUNCATE webhook_deliveries, webhook_hosts CASCADE'));
  afterAll(() => context?.stop());

  const organizationId = newId();
  const part = <T>(type: new (...args: never[]) => T): T => context.app.get<T>(type, { strict: false });
  const publish = (host: string, count = 1, whose = organizationId): Promise<string[]> =>
    context.app.get<DataSource>(getDataSourceToken(), { strict: false }).transaction(async (tx) => {
      const events = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const subjectId = newId();
          const key = await part(DataKeys).create(tx, subjectId);
          return {
            subjectId,
            organizationId: whose,
            requestId: 'test',
            url: `https://${host}/`,
            body: { index },
            key,
          };
        }),
      );
      return part(PublishEvent).execute(tx, events);
    });

  it('opens what was sealed, with the secret that signs', async () => {
    const [id] = await publish('one.example');
    expect(await claims.execute(5)).toMatchObject([
      { id, url: 'https://one.example/', failures: 0, secrets: [expect.stringMatching(/^whsec_/)] },
    ]);
  });

  it('never has more under way to one host than the bound, over all workers', async () => {
    await publish('busy.example', 20);
    const claimed = await Promise.all([1, 2, 3, 4].map(() => claims.execute(5)));
    expect(claimed.flat()).toHaveLength(3);
    expect(await claims.execute(5)).toEqual([]);
  });

  it('gives other hosts places while one has a thousand waiting', async () => {
    await publish('dead.example', 200);
    await claims.execute(2);
    const [id] = await publish('live.example');
    expect((await claims.execute(2)).map((delivery) => delivery.id)).toContain(id);
  });

  it('keeps half of a worker’s places free of slow hosts', async () => {
    for (const host of ['a', 'b', 'c', 'd']) await publish(`${host}.slow.example`, 5);
    await context.db.query(
      `INSERT INTO webhook_hosts (host_key, served_at, slow) SELECT DISTINCT host_key, now(), true FROM webhook_deliveries`,
    );
    await publish('fast.example', 3);
    const claimed = await claims.execute(10);
    expect(claimed.filter(({ slow }) => slow)).toHaveLength(5);
    expect(claimed.filter(({ slow }) => !slow)).toHaveLength(3);
    expect((await claims.execute(5)).filter(({ slow }) => slow)).toEqual([]);
    for (const delivery of claimed) claims.release(delivery);
  });

  it('gives a dead worker’s delivery to another, under the same id', async () => {
    const [id] = await publish('one.example');
    await claims.execute(1);
    expect(await claims.execute(1)).toEqual([]);
    await context.db.query(`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`);
    expect(await claims.execute(1)).toMatchObject([{ id }]);
  });

  it('waits for the next attempt’s time, and ends with the verdict', async () => {
    await publish('one.example');
    const [first] = await claims.execute(1);
    const attempt = {
      at: new Date(),
      durationMs: 5,
      statusCode: 500,
      error: 'status',
      retryAfterMs: 0,
    } as const;
    await part(SettleDelivery).execute(first!, claims.owner, attempt, { state: 'pending', inMs: 60_000 });
    expect(await claims.execute(1)).toEqual([]);
    await context.db.query('UPDATE webhook_deliveries SET next_attempt_at = now()');
    const [second] = await claims.execute(1);
    expect(second).toMatchObject({ id: first!.id, failures: 1 });
    await part(SettleDelivery).execute(second!, claims.owner, attempt, { state: 'gone' });
    const { rows } = await context.db.query('SELECT state, failures, lease_owner FROM webhook_deliveries');
    expect(rows).toEqual([{ state: 'gone', failures: 2, lease_owner: null }]);
    const attempts = await context.db.query('SELECT status_code, error FROM webhook_attempts');
    expect(attempts.rows).toEqual([
      { status_code: 500, error: 'status' },
      { status_code: 500, error: 'status' },
    ]);
  });

  it('leaves the state to the new owner where the lease was lost, and records the attempt', async () => {
    await publish('one.example');
    const [delivery] = await claims.execute(1);
    await context.db.query('UPDATE webhook_deliveries SET lease_owner = $1', [newId()]);
    const attempt = { at: new Date(), durationMs: 5, statusCode: 200, error: null, retryAfterMs: 0 };
    await part(SettleDelivery).execute(delivery!, claims.owner, attempt, { state: 'delivered' });
    const { rows } = await context.db.query('SELECT state FROM webhook_deliveries');
    expect(rows).toEqual([{ state: 'pending' }]);
  });

  it('passes a delivery over that cannot be read: it waits, uncounted, and the others go out', async () => {
    const [unreadable, readable] = await publish('one.example', 2);
    await context.db.query(
      `UPDATE data_keys SET key_id = 'removed'
       WHERE subject_id = (SELECT subject_id FROM webhook_deliveries WHERE id = $1)`,
      [unreadable],
    );
    expect((await claims.execute(5)).map(({ id }) => id)).toEqual([readable]);
    const { rows } = await context.db.query(
      `SELECT state, failures, lease_owner, next_attempt_at > now() AS waits FROM webhook_deliveries WHERE id = $1`,
      [unreadable],
    );
    expect(rows).toEqual([{ state: 'pending', failures: 0, lease_owner: null, waits: true }]);
  });

  it('sends nothing unsigned, and holds nobody else up, where an organization’s secret cannot be read', async () => {
    const other = newId();
    await publish('one.example');
    await claims.execute(5);
    await context.db.query('TRUNCATE webhook_deliveries CASCADE');
    await publish('one.example');
    const [readable] = await publish('one.example', 1, other);
    await context.db.query(
      `UPDATE data_keys SET key_id = 'removed'
       WHERE subject_id IN (SELECT id FROM webhook_secrets WHERE organization_id = $1)`,
      [organizationId],
    );
    expect((await claims.execute(5)).map(({ id }) => id)).toEqual([readable]);
    await context.db.query('DELETE FROM webhook_secrets WHERE organization_id = $1', [organizationId]);
  });
});
