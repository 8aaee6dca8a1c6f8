import { newId, Transactions } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { QueueNotifier } from '@app/queue';
import { startContext, type ServiceContext } from '@app/testing';
import { PublishEvent } from '../publish-event';
import { SigningSecrets } from '../signing';
import { StoredDeliveries } from '../store/stored-deliveries.store';
import { WebhooksModule } from '../webhooks.module';
import { SweepWebhooks } from './sweep-webhooks';

describe('the sweep of webhooks', () => {
  let context: ServiceContext;
  let notified: string[];

  beforeAll(async () => {
    context = await startContext([WebhooksModule]);
    jest.spyOn(context.get(QueueNotifier), 'notify').mockImplementation((name) => void notified.push(name));
  });
  beforeEach(async () => {
    notified = [];
    await context.db.query('TRUNCATE webhook_deliveries, webhook_secrets, data_keys CASCADE');
  });
  afterAll(() => context?.stop());

  const organizationId = newId();
  const publish = (): Promise<string[]> =>
    context.get(Transactions).runFor({ organizationId }, async (tx) => {
      const subjectId = newId();
      const key = await context.get(DataKeys).create(tx, subjectId);
      const event = { subjectId, organizationId, requestId: 'test', body: {}, key };
      return context.get(PublishEvent).execute(tx, [{ ...event, url: 'https://receiver.example/' }]);
    });
  const count = async (table: 'data_keys' | 'webhook_secrets'): Promise<number> =>
    (await context.db.query(`SELECT FROM ${table}`)).rows.length;

  it('notifies the queue of due deliveries only', async () => {
    const [id] = await publish();
    await context.db.query(`UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 minute'`);
    await context.get(SweepWebhooks).execute();
    expect(notified).toEqual([]);
    await context.db.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [id]);
    await context.get(SweepWebhooks).execute();
    expect(notified).toEqual(['webhook-delivery']);
  });

  it('deletes an expired result with its data key, and a signing secret after its overlap', async () => {
    await publish();
    await context.get(SigningSecrets).show(organizationId);
    await context.get(SigningSecrets).rotate(organizationId, 60_000);
    await context.get(SweepWebhooks).execute();
    expect([await count('data_keys'), await count('webhook_secrets')]).toEqual([3, 2]);

    const expired = `state = 'delivered', finished_at = now() - interval '24 hours 1 minute'`;
    await context.db.query(`UPDATE webhook_deliveries SET ${expired}`);
    await context.db.query('UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL');
    await context.get(SweepWebhooks).execute();
    expect([await count('data_keys'), await count('webhook_secrets')]).toEqual([1, 1]);
    const { rows } = await context.db.query('SELECT url, body FROM webhook_deliveries');
    expect(rows).toEqual([{ url: null, body: null }]);
  });

  it('runs in one process at a time', async () => {
    await publish();
    await context.get(Transactions).run(async (tx) => {
      expect(await context.get(StoredDeliveries).lockSweep(tx)).toBe(true);
      expect(await context.get(SweepWebhooks).execute()).toBe(false);
    });
    expect(notified).toEqual([]);
    expect(await context.get(SweepWebhooks).execute()).toBe(true);
  });
});
