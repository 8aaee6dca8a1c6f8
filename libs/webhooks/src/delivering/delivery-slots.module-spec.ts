import { newId, Transactions } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { startContext, type ServiceContext } from '@app/testing';
import { PublishEvent } from '../publish-event';
import { DeliveriesStore, type SettledAttempt } from '../store/deliveries.store';
import { WebhooksModule } from '../webhooks.module';
import { DeliverySlots } from './delivery-slots';

describe('DeliverySlots', () => {
  let context: ServiceContext;
  let work: DeliverySlots['work'];

  beforeAll(async () => {
    context = await startContext([WebhooksModule], {
      WEBHOOK_HOST_CONCURRENCY: '3',
      WEBHOOK_CONCURRENCY: '10',
    });
    ({ work } = context.get(DeliverySlots));
  });
  beforeEach(() => context.db.query('TRUNCATE webhook_deliveries, webhook_hosts CASCADE'));
  afterAll(() => context?.stop());

  const organizationId = newId();
  const publish = (host: string, count = 1, owner = organizationId): Promise<string[]> =>
    context.get(Transactions).runFor({ organizationId: owner }, async (tx) => {
      const events = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const subjectId = newId();
          const key = await context.get(DataKeys).create(tx, subjectId);
          return {
            subjectId,
            organizationId: owner,
            requestId: 'test',
            url: `https://${host}/`,
            body: { index },
            key,
          };
        }),
      );
      return context.get(PublishEvent).execute(tx, events);
    });

  /** Settles an attempt, by default as failed. */
  const settle = (deliveryId: string, outcome: Partial<SettledAttempt>): Promise<void> => {
    const failed = { inS: null, at: new Date(), durationMs: 5, statusCode: 500, error: 'status' } as const;
    return context
      .get(DeliveriesStore)
      .settle([{ attemptId: newId(), deliveryId, state: 'pending', ...failed, ...outcome }]);
  };

  it('decrypts the event and the signing secret', async () => {
    const [id] = await publish('one.example');
    expect(await work.claim(5)).toMatchObject([
      { id, url: 'https://one.example/', failures: 0, secrets: [expect.stringMatching(/^whsec_/)] },
    ]);
  });

  it('limits concurrent attempts at one host over all workers', async () => {
    await publish('busy.example', 20);
    const claimed = await Promise.all([1, 2, 3, 4].map(() => work.claim(5)));
    expect(claimed.flat()).toHaveLength(3);
    expect(await work.claim(5)).toEqual([]);
  });

  it('serves other hosts while one has a thousand waiting deliveries', async () => {
    await publish('dead.example', 200);
    await work.claim(2);
    const [id] = await publish('live.example');
    expect((await work.claim(2)).map((delivery) => delivery.id)).toContain(id);
  });

  it('reserves half of a worker’s slots for hosts that are not slow', async () => {
    for (const host of ['a', 'b', 'c', 'd']) await publish(`${host}.slow.example`, 5);
    await context.db.query(
      `INSERT INTO webhook_hosts (host_key, served_at, slow) SELECT DISTINCT host_key, now(), true FROM webhook_deliveries`,
    );
    await publish('fast.example', 3);
    const claimed = await work.claim(10);
    expect(claimed.filter(({ slow }) => slow)).toHaveLength(5);
    expect(claimed.filter(({ slow }) => !slow)).toHaveLength(3);
    expect((await work.claim(5)).filter(({ slow }) => slow)).toEqual([]);
  });

  it('reclaims a dead worker’s delivery with the same id', async () => {
    const [id] = await publish('one.example');
    await work.claim(1);
    expect(await work.claim(1)).toEqual([]);
    await context.db.query(`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`);
    expect(await work.claim(1)).toMatchObject([{ id }]);
  });

  it('waits for the time of the next attempt, and ends with the verdict', async () => {
    await publish('one.example');
    const [first] = await work.claim(1);
    await settle(first!.id, { state: 'pending', inS: 60 });
    expect(await work.claim(1)).toEqual([]);
    await context.db.query('UPDATE webhook_deliveries SET next_attempt_at = now()');
    const [second] = await work.claim(1);
    expect(second).toMatchObject({ id: first!.id, failures: 1 });
    await settle(second!.id, { state: 'gone' });
    const { rows } = await context.db.query('SELECT state, failures, lease_owner FROM webhook_deliveries');
    expect(rows).toEqual([{ state: 'gone', failures: 2, lease_owner: null }]);
    const attempts = await context.db.query('SELECT status_code, error FROM webhook_attempts');
    expect(attempts.rows).toEqual([
      { status_code: 500, error: 'status' },
      { status_code: 500, error: 'status' },
    ]);
  });

  it('leaves the state to the new owner if the lease was lost, and records the attempt', async () => {
    await publish('one.example');
    const [delivery] = await work.claim(1);
    await context.db.query('UPDATE webhook_deliveries SET lease_owner = $1', [newId()]);
    await settle(delivery!.id, { state: 'delivered', statusCode: 200, error: null });
    const { rows } = await context.db.query('SELECT state FROM webhook_deliveries');
    expect(rows).toEqual([{ state: 'pending' }]);
    expect((await context.db.query('SELECT FROM webhook_attempts')).rows).toHaveLength(1);
  });

  it('sets aside a delivery that cannot be decrypted, without counting an attempt, and continues with others', async () => {
    const [unreadable, readable] = await publish('one.example', 2);
    await context.db.query(
      `UPDATE data_keys SET key_id = 'removed'
       WHERE subject_id = (SELECT subject_id FROM webhook_deliveries WHERE id = $1)`,
      [unreadable],
    );
    expect((await work.claim(5)).map(({ id }) => id)).toEqual([readable]);
    const { rows } = await context.db.query(
      `SELECT state, failures, lease_owner, next_attempt_at > now() AS waits FROM webhook_deliveries WHERE id = $1`,
      [unreadable],
    );
    expect(rows).toEqual([{ state: 'pending', failures: 0, lease_owner: null, waits: true }]);
  });

  it('sends nothing unsigned, and continues with others, if an organization’s secret cannot be decrypted', async () => {
    const other = newId();
    await publish('one.example');
    await work.claim(5);
    await context.db.query('TRUNCATE webhook_deliveries CASCADE');
    await publish('one.example');
    const [readable] = await publish('one.example', 1, other);
    await context.db.query(
      `UPDATE data_keys SET key_id = 'removed'
       WHERE subject_id IN (SELECT id FROM webhook_secrets WHERE organization_id = $1)`,
      [organizationId],
    );
    expect((await work.claim(5)).map(({ id }) => id)).toEqual([readable]);
    await context.db.query('DELETE FROM webhook_secrets WHERE organization_id = $1', [organizationId]);
  });
});
