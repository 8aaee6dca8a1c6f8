import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { OrganizationWebhooks } from '@app/webhooks';
import { AnnounceExpiringKeys } from './announce-expiring-keys';
import { AnnouncementsModule } from './announcements.module';

describe('the announcement of an expiring API key', () => {
  let context: ServiceContext;
  const organizationId = newId();
  beforeAll(async () => {
    context = await startContext([AnnouncementsModule], { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const webhooks = context.get(OrganizationWebhooks);
    await webhooks.set(organizationId, { url: 'https://127.0.0.1:4711/', events: ['key.expiring'] });
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, 'Organization', true, '{}')`,
      [organizationId],
    );
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, active, role)
       VALUES ($1, $1, 'service', 'service', true, NULL)`,
      [organizationId],
    );
  });
  afterAll(() => context?.stop());

  const aKey = async (end: string, revoked = false): Promise<string> => {
    const id = newId();
    await context.db.query(
      `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at, expires_at, revoked_at)
       VALUES ($1, $2, $2, 'hash', 'name', '{chat}', now(), now() + $3::interval, CASE WHEN $4 THEN now() END)`,
      [id, organizationId, end, revoked],
    );
    return id;
  };
  const announce = () => context.get(AnnounceExpiringKeys).execute(new AbortController().signal);
  const told = async (): Promise<(string | null)[]> => {
    const { rows } = await context.db.query<{ id: string | null }>(
      `SELECT event_type AS id FROM webhook_deliveries WHERE organization_id = $1`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  };

  it('is made once, seven days before, and not for revoked or expired keys', async () => {
    await aKey('6 days 23 hours');
    await aKey('7 days 1 hour');
    await aKey('1 day', true);
    await aKey('-1 second');
    await Promise.all([announce(), announce()]);
    await announce();
    expect(await told()).toEqual(['key.expiring']);
    await aKey('1 hour');
    await announce();
    expect(await told()).toEqual(['key.expiring', 'key.expiring']);
  });
});
