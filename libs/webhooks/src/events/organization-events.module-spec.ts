import { ALL_OWNERS, newId, Transactions, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import {
  eventually,
  startContext,
  startWebhookReceiver,
  type ServiceContext,
  type WebhookReceiver,
} from '@app/testing';
import { DeliverySlots } from '../delivering/delivery-slots';
import { PublishEvent } from '../publish-event';
import { ReadDelivery } from '../read-delivery';
import { verifyWebhook, SigningSecrets } from '../signing';
import { StoredDeliveries } from '../store/stored-deliveries.store';
import { WebhooksModule } from '../webhooks.module';
import { ORGANIZATION_EVENTS, type OrganizationEvent } from './organization-event';
import { OrganizationEvents } from './organization-events';
import { OrganizationWebhooks } from './organization-webhooks';
import { SendTestEvent } from './send-test-event';

let context: ServiceContext;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  context = await startContext([WebhooksModule], {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
    WEBHOOK_RETRY_SCHEDULE: '5s',
  });
});
beforeEach(() => {
  receiver.webhooks.length = 0;
  receiver.respond = () => 204;
});
afterAll(async () => {
  await context?.stop();
  await receiver?.stop();
});

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  context.app.get(Transactions).runFor(ALL_OWNERS, work);
const emit = (event: OrganizationEvent) =>
  inTransaction((tx) => context.get(OrganizationEvents).emit(tx, event));
const locked = (organizationId: string): OrganizationEvent => ({
  type: 'account.locked',
  organizationId,
  data: { user_id: newId() },
});
const deliver = () => context.get(DeliverySlots).wake();
const deliveriesOf = async (organizationId: string) =>
  (
    await context.db.query<{ id: string; subject_id: string; state: string; event_type: string | null }>(
      'SELECT id, subject_id, state, event_type FROM webhook_deliveries WHERE organization_id = $1',
      [organizationId],
    )
  ).rows;

/** Creates an organization that subscribes to these events. */
async function anOrganization(...events: OrganizationEvent['type'][]): Promise<string> {
  const organizationId = newId();
  if (events.length > 0)
    await context.get(OrganizationWebhooks).set(organizationId, { url: receiver.url, events });
  return organizationId;
}

/** Publishes the end of a job. */
async function publishJob(organizationId: string): Promise<string> {
  const jobId = newId();
  await inTransaction(async (tx) => {
    const key = await context.get(DataKeys).create(tx, jobId);
    const url = `${receiver.url}/job`;
    await context
      .get(PublishEvent)
      .execute(tx, [{ subjectId: jobId, organizationId, requestId: 'r', url, body: { job_id: jobId }, key }]);
  });
  return jobId;
}

/** Makes the next attempt the last one. */
const giveUpNext = () =>
  context.db.query(
    `UPDATE webhook_deliveries SET failures = 1, next_attempt_at = now() WHERE state = 'pending'`,
  );

describe('an event of an organization', () => {
  it('is sent by a signed webhook that contains only ids [PRIV-5]', async () => {
    const organizationId = await anOrganization(...ORGANIZATION_EVENTS);
    const event = locked(organizationId);
    await emit(event);
    await deliver();
    await eventually(async () => expect(receiver.webhooks).toHaveLength(1));
    const [{ raw, body, headers }] = receiver.webhooks as [(typeof receiver.webhooks)[number]];
    expect(body).toEqual({
      type: 'account.locked',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      organization_id: organizationId,
      data: event.data,
    });
    const { secret } = await context.get(SigningSecrets).show(organizationId);
    expect(verifyWebhook(headers, Buffer.from(raw), [secret], new Date())).toBe(true);
  });

  it('is not sent without a subscription', async () => {
    const [deaf, picky] = [await anOrganization(), await anOrganization('key.expiring')];
    await emit(locked(deaf));
    await emit(locked(picky));
    expect([...(await deliveriesOf(deaf)), ...(await deliveriesOf(picky))]).toEqual([]);
  });

  it('commits with the change that it reports, or not at all', async () => {
    const organizationId = await anOrganization('account.locked');
    const undone = inTransaction(async (tx) => {
      await context.get(OrganizationEvents).emit(tx, locked(organizationId));
      throw new Error('the change failed');
    });
    await expect(undone).rejects.toThrow('the change failed');
    expect(await deliveriesOf(organizationId)).toEqual([]);
  });

  it('is retried like the webhook of a job', async () => {
    const organizationId = await anOrganization('account.locked');
    receiver.respond = () => 500;
    await emit(locked(organizationId));
    await deliver();
    await eventually(async () => {
      const { rows } = await context.db.query('SELECT FROM webhook_deliveries WHERE failures = 1');
      expect(rows).toHaveLength(1);
    });
    expect(await deliveriesOf(organizationId)).toMatchObject([{ state: 'pending' }]);
    await context.get(OrganizationWebhooks).remove(organizationId);
  });

  it('is deleted after its delivery and retention', async () => {
    const organizationId = await anOrganization('account.locked');
    await emit(locked(organizationId));
    await deliver();
    await eventually(async () =>
      expect(await deliveriesOf(organizationId)).toMatchObject([{ state: 'delivered' }]),
    );
    await inTransaction(async (tx) => {
      const over = await context.get(StoredDeliveries).expiring(tx, 0, 100);
      await context.get(StoredDeliveries).deleteContents(tx, over);
      await context.get(DataKeys).destroy(tx, over);
    });
    expect(await deliveriesOf(organizationId)).toEqual([]);
  });
});

describe('the webhook of an organization', () => {
  it('does not exist until it is set, is stored sealed, and is shown to its organization only', async () => {
    const organizationId = newId();
    await expect(context.get(OrganizationWebhooks).read(organizationId)).rejects.toMatchObject({
      code: 'not_found',
    });
    const url = `${receiver.url}/?token=secret`;
    await context
      .get(OrganizationWebhooks)
      .set(organizationId, { url, events: ['key.expiring', 'key.expiring'] });
    expect(await context.get(OrganizationWebhooks).read(organizationId)).toEqual({
      url,
      events: ['key.expiring'],
    });
    await expect(context.get(OrganizationWebhooks).read(newId())).rejects.toMatchObject({
      code: 'not_found',
    });
    const { rows } = await context.db.query('SELECT * FROM organization_webhooks');
    expect(JSON.stringify(rows.map(({ url }: { url: Buffer }) => url.toString('latin1')))).not.toContain(
      'secret',
    );
  });

  it.each(['http://receiver.example/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'no address'])(
    'is refused at %s, and the previous one stays',
    async (url) => {
      const organizationId = await anOrganization('key.expiring');
      await expect(
        context.get(OrganizationWebhooks).set(organizationId, { url, events: ['key.expiring'] }),
      ).rejects.toMatchObject({ code: 'bad_request', details: { errors: [{ field: 'url' }] } });
      expect(await context.get(OrganizationWebhooks).read(organizationId)).toMatchObject({
        url: receiver.url,
      });
    },
  );

  it('is removed with its pending events, but not with those of jobs', async () => {
    const organizationId = await anOrganization('account.locked');
    await emit(locked(organizationId));
    const jobId = await publishJob(organizationId);
    await context.get(OrganizationWebhooks).remove(organizationId);
    expect(await deliveriesOf(organizationId)).toMatchObject([{ subject_id: jobId }]);
    const { rows } = await context.db.query(
      `SELECT FROM data_keys WHERE subject_id NOT IN (SELECT subject_id FROM webhook_deliveries)
         AND subject_id NOT IN (SELECT id FROM organization_webhooks)
         AND subject_id NOT IN (SELECT id FROM webhook_secrets)`,
    );
    expect(rows).toEqual([]);
    await context.db.query('DELETE FROM webhook_deliveries WHERE organization_id = $1', [organizationId]);
  });
});

describe('a test event', () => {
  const sendTest = (organizationId: string) => context.get(SendTestEvent).execute(organizationId);
  const read = (organizationId: string, id: string) =>
    context.get(ReadDelivery).ofEvent({ id, organizationId });

  it('is sent to the webhook, signed, whatever its subscriptions, and shows the result', async () => {
    const organizationId = await anOrganization('key.expiring');
    const id = await sendTest(organizationId);
    await eventually(async () => {
      await deliver();
      expect(receiver.webhooks).toHaveLength(1);
    });
    const [{ raw, body, headers }] = receiver.webhooks as [(typeof receiver.webhooks)[number]];
    expect(body).toMatchObject({ type: 'webhook.test', id, organization_id: organizationId, data: {} });
    const { secret } = await context.get(SigningSecrets).show(organizationId);
    expect(verifyWebhook(headers, Buffer.from(raw), [secret], new Date())).toBe(true);
    await eventually(async () =>
      expect(await read(organizationId, id)).toMatchObject({
        type: 'webhook.test',
        state: 'delivered',
        attempts: [{ status_code: 204, error: null }],
      }),
    );
  });

  it('shows that no receiver accepted it', async () => {
    const organizationId = await anOrganization('key.expiring');
    receiver.respond = () => 500;
    const id = await sendTest(organizationId);
    await deliver();
    await eventually(async () =>
      expect(await read(organizationId, id)).toMatchObject({
        state: 'pending',
        attempts: [{ status_code: 500, error: 'status' }],
      }),
    );
    await context.get(OrganizationWebhooks).remove(organizationId);
  });

  it('is pending only for its organization, before and after an attempt', async () => {
    const [organizationId, another] = [await anOrganization('key.expiring'), await anOrganization()];
    const pending = (id: string) => context.get(StoredDeliveries).countPending(id);
    receiver.respond = () => 500;
    await sendTest(organizationId);
    expect(await pending(organizationId)).toEqual({ first: 1, retry: 0 });
    expect(await pending(another)).toEqual({ first: 0, retry: 0 });
    await deliver();
    await eventually(async () => expect(await pending(organizationId)).toEqual({ first: 0, retry: 1 }));
    await context.get(OrganizationWebhooks).remove(organizationId);
    expect(await pending(organizationId)).toEqual({ first: 0, retry: 0 });
  });

  it('is not sent if no webhook is set', async () => {
    await expect(sendTest(newId())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is recorded in the audit trail', async () => {
    const organizationId = await anOrganization('key.expiring');
    await sendTest(organizationId);
    const { rows } = await context.db.query(
      `SELECT FROM audit_events WHERE organization_id = $1 AND action = 'webhook.test'`,
      [organizationId],
    );
    expect(rows).toHaveLength(1);
  });

  it('is hidden from other organizations, like the end of a job', async () => {
    const organizationId = await anOrganization('key.expiring');
    const [event, job] = [await sendTest(organizationId), await publishJob(organizationId)];
    const notFound = expect.objectContaining({ code: 'not_found' });
    for (const [whose, id] of [
      [newId(), event],
      [organizationId, job],
      [organizationId, newId()],
      [organizationId, 'no id'],
    ] as const)
      await expect(read(whose, id)).rejects.toEqual(notFound);
    await context.db.query('DELETE FROM webhook_deliveries WHERE organization_id = $1', [organizationId]);
  });
});

describe('the event of an exhausted delivery', () => {
  it('reports the webhook of a job that failed permanently', async () => {
    const organizationId = await anOrganization('delivery.exhausted');
    const jobId = await publishJob(organizationId);
    receiver.respond = ({ path }) => (path === '/job' ? 500 : 204);
    await giveUpNext();
    await deliver();
    await eventually(async () => {
      await deliver();
      expect(receiver.webhooks.map(({ body }) => body)).toContainEqual(
        expect.objectContaining({ type: 'delivery.exhausted', data: { job_id: jobId } }),
      );
    });
    await deliver();
    expect(await deliveriesOf(organizationId)).toHaveLength(2);
  });

  it('does not report an event, which would never end', async () => {
    const organizationId = await anOrganization(...ORGANIZATION_EVENTS);
    receiver.respond = () => 500;
    await emit(locked(organizationId));
    await giveUpNext();
    await deliver();
    await eventually(async () =>
      expect(await deliveriesOf(organizationId)).toMatchObject([
        { state: 'exhausted', event_type: 'account.locked' },
      ]),
    );
  });
});
