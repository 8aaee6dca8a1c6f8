import { screen, within } from '@testing-library/react';
import { dataOf } from '../../testing/service';
import { service, show } from '../../testing/show';
import { StatusScreen } from './status-screen';
import type { Status } from './use-status';

const STATUS = '/admin/v1/status';
const READY = { status: 'ready', postgres: 'up', redis: 'up' };
const statusOf = (change: Partial<Status> = {}): Status => ({
  engines: {
    language: {
      engine: 'server',
      models: [{ id: 'large', context_tokens: 128_000 }],
      providers: [
        { name: 'azure-eu', protocol: 'azure-openai', internal: false, circuit: 'open' },
        { name: 'own', protocol: 'openai', internal: true, circuit: 'closed' },
      ],
    },
    images: { engine: 'none', model: null },
    speech: { engine: 'embedded', models: [] },
  },
  file_store: 'local',
  retention: {
    chats: 7_776_000,
    documents: null,
    unattached_documents: 86_400,
    jobs: 86_400,
    job_results: 3_600,
    audit_calls: null,
  },
  versions: { service: '0.2.0', node: '20.19.0', postgresql: '18.4', pending_migrations: 0 },
  keys: { encrypts: 'main-2', main_keys: 1, old_data_keys: 0 },
  jobs: [{ type: 'transcription', waiting: 2, running: 1, oldest_waiting_seconds: 120 }],
  deliveries: { first: 1, retry: 3 },
  audit: {
    chains: [{ chain: 'events', seq: 7, hash: '0123456789abcdef' }],
    unsealed: { count: 0, oldest: null },
  },
  workers: [
    { version: '0.2.0', queues: ['anonymization'], started_at: '2026-11-26T06:00:00Z', seen_seconds_ago: 4 },
  ],
  last_backup: null,
  ...change,
});
const answer = (status: Status, ready = READY) =>
  service
    .answers('get', STATUS, dataOf(status))
    .answers('get', '/ai/v1/models', { ...dataOf([{ id: 'large' }]) } as never)
    .answers(
      'get',
      '/admin/v1/organization',
      dataOf({
        id: 'firma',
        name: 'Firma',
        limits: { chat: '300/1m' },
        total_limits: {},
        second_factor_required: false,
      }),
    )
    .on('get', '/health/ready', () => Response.json(ready, { status: ready.status === 'ready' ? 200 : 503 }));

const card = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('section')!);

describe('the screen of the status', () => {
  it('shows that the status is loading', async () => {
    answer(statusOf());
    service.waits('get', STATUS);
    await show(<StatusScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says why the status cannot be shown, and shows it when a retry succeeds', async () => {
    answer(statusOf());
    service.refuses('get', STATUS, { status: 500, code: 'internal' });
    const { user } = await show(<StatusScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    answer(statusOf());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Service' })).toBeVisible();
  });

  it('shows versions, engines, unfinished work, retention and limits', async () => {
    answer(statusOf());
    await show(<StatusScreen />);
    const service_ = await card('Service');
    expect(await service_.findByText('0.2.0')).toBeVisible();
    expect(service_.getByText('up to date')).toBeVisible();
    expect(service_.getByText('Workers').nextElementSibling).toHaveTextContent('1');
    expect(service_.getByText('Last backup').nextElementSibling).toHaveTextContent('none');
    const engines = await card('Models and engines');
    expect(await engines.findByText('128,000 tokens of context')).toBeVisible();
    expect(engines.getByText('no model installed')).toBeVisible();
    expect(engines.getByText('azure-eu: azure-openai')).toBeVisible();
    expect(engines.getByText('own: openai, internal')).toBeVisible();
    expect(engines.getAllByText('fails; others are asked first')).toHaveLength(1);
    const activity = await card('In progress');
    expect(activity.getByText('1 running, 2 waiting · the oldest for 2 minutes')).toBeVisible();
    expect(activity.getByText('1 pending, 3 waiting for a retry')).toBeVisible();
    const retention = await card('Retention');
    expect(retention.getByText('90 days')).toBeVisible();
    expect(retention.getAllByText('until deleted')).toHaveLength(2);
    expect(await (await card('Organization')).findByText('chat 300/1m')).toBeVisible();
    expect((await card('Audit')).getByTitle('0123456789abcdef')).toHaveTextContent('01234567…');
  });

  it('shows which store is down, and pending migrations', async () => {
    answer(statusOf({ versions: { ...statusOf().versions, pending_migrations: 2 } }), {
      status: 'unavailable',
      postgres: 'up',
      redis: 'down',
    });
    await show(<StatusScreen />);
    const service_ = await card('Service');
    expect(await service_.findByText('down')).toBeVisible();
    expect(service_.getByText('2 migrations pending')).toBeVisible();
  });

  it.each([
    [5, 2, 'The operator wraps them again', true],
    [0, 2, 'The older main keys encrypt nothing any more.', true],
    [0, 1, 'main keys encrypt nothing', false],
  ])('with %d old data keys and %d main keys, advises: %s (%s)', async (old, count, advice, isShown) => {
    answer(statusOf({ keys: { encrypts: 'main-2', main_keys: count, old_data_keys: old } }));
    await show(<StatusScreen />);
    const encryption = await card('Encryption');
    expect(encryption.queryAllByText(new RegExp(advice))).toHaveLength(isShown ? 1 : 0);
  });
});
