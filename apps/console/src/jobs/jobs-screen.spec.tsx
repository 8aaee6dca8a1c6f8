import { screen, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show } from '../../testing/show';
import { JobsScreen } from './jobs-screen';
import type { Job } from './use-jobs';

const JOBS = '/admin/v1/jobs';
const WEBHOOK = '/admin/v1/webhook';
const jobOf = (change: Partial<Job>): Job => ({
  job_id: 'job',
  type: 'anonymization',
  status: 'completed',
  progress: 1,
  error: null,
  error_code: null,
  created_at: '2026-01-15T09:30:00.000Z',
  finished_at: '2026-01-15T09:31:00.000Z',
  delivery: null,
  ...change,
});
const HOOK: Schemas['WebhookDto'] = { url: 'https://hooks.firma.de/in', events: ['account.locked'] };
const openTab = async (name: string) => {
  service.answers('get', JOBS, pageOf<Job>([]));
  const { user } = await show(<JobsScreen />);
  await user.click(screen.getByRole('tab', { name }));
  return user;
};

describe('the jobs', () => {
  it('are shown as loading', async () => {
    service.waits('get', JOBS);
    await show(<JobsScreen />, { role: 'auditor' });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('are missing with a sentence that says so', async () => {
    service.answers('get', JOBS, pageOf<Job>([]));
    await show(<JobsScreen />, { role: 'auditor' });
    expect(await screen.findByText('No jobs yet.')).toBeVisible();
  });

  it('are replaced by the reason if they cannot be read', async () => {
    service.refuses('get', JOBS, { status: 500, code: 'internal' });
    await show(<JobsScreen />, { role: 'auditor' });
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });

  it('are listed with their state and the state of their delivery', async () => {
    service.answers(
      'get',
      JOBS,
      pageOf([
        jobOf({ delivery: { state: 'exhausted', host: 'hooks.firma.de' } }),
        jobOf({ job_id: 'running', type: 'transcription', status: 'accepted', progress: 0.42 }),
      ]),
    );
    await show(<JobsScreen />, { role: 'auditor' });
    expect(
      await screen.findByRole('row', { name: /Anonymization .* completed given up hooks.firma.de/ }),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: /Transcription .* in progress 42 %/ })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('show why they failed and how often the delivery was tried; only administrators deliver again', async () => {
    const failed = jobOf({ status: 'failed', error: 'no speech', error_code: 'no_words' });
    const delivery = {
      state: 'exhausted' as const,
      host: 'hooks.firma.de',
      attempts: [{ at: '2026-01-15T09:32:00.000Z', status_code: 503, error: null, duration_ms: 120 }],
    };
    service.answers('get', JOBS, pageOf([failed]));
    service.answers('get', '/admin/v1/jobs/{job_id}', dataOf({ ...failed, delivery }));
    service.answers('post', '/admin/v1/jobs/{job_id}/redeliver', DONE);
    const { user, unmount } = await show(<JobsScreen />, { role: 'auditor' });
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Details' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('no word of it was recognized');
    expect(dialog.getByRole('row', { name: /503 120 ms/ })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Deliver again' })).toBeNull();
    unmount();
    const admin = await show(<JobsScreen />);
    await admin.user.click(await screen.findByRole('button', { name: /^Details/ }));
    await admin.user.click(await screen.findByRole('button', { name: 'Deliver again' }));
    expect(await screen.findByText('The webhook is being delivered again.')).toBeVisible();
  });
});

describe('the webhook', () => {
  it('is set for the chosen events, and confirmed', async () => {
    service.refuses('get', WEBHOOK, { status: 404, code: 'not_found' });
    service.answers('put', WEBHOOK, dataOf(HOOK));
    const user = await openTab('Webhook');
    await enter(user, await screen.findByLabelText('Address'), HOOK.url);
    for (const event of screen.getAllByRole('checkbox')) await user.click(event);
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(screen.getByLabelText('An account was locked'));
    service.answers('get', WEBHOOK, dataOf(HOOK));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Send a test' })).toBeVisible();
    expect(screen.getByText('Saved.')).toBeVisible();
    expect(service.bodies('put', WEBHOOK)).toEqual([HOOK]);
  });

  it('receives a test event, and the answer of the receiver is shown', async () => {
    service.answers('get', WEBHOOK, dataOf(HOOK));
    service.answers('post', '/admin/v1/webhook/test', dataOf({ event_id: 'event' }));
    service.answers(
      'get',
      '/admin/v1/webhook/events/{event_id}',
      dataOf({
        id: 'event',
        type: 'test',
        state: 'delivered' as const,
        attempts: [{ at: '2026-01-15T09:32:00.000Z', status_code: 204, error: null, duration_ms: 9 }],
      }),
    );
    const user = await openTab('Webhook');
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('delivered')).toBeVisible();
    expect(screen.getByRole('row', { name: /204 9 ms/ })).toBeVisible();
  });

  it('is removed only after a confirmation that names the address', async () => {
    service.answers('get', WEBHOOK, dataOf(HOOK));
    service.answers('delete', WEBHOOK, DONE);
    const user = await openTab('Webhook');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove this webhook?' }));
    expect(dialog.getByText(`${HOOK.url} will receive no more events.`)).toBeVisible();
    service.refuses('get', WEBHOOK, { status: 404, code: 'not_found' });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByLabelText('Address')).toHaveValue('');
  });
});

describe('the signing secret', () => {
  it('is read only when the administrator asks for it, and hidden again', async () => {
    service.answers('get', '/admin/v1/webhook-secret', dataOf({ secret: 'whsec_new', previous: null }));
    const user = await openTab('Signing secret');
    expect(service.requests.map(({ path }) => path)).not.toContain('/admin/v1/webhook-secret');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('whsec_new')).toBeNull();
  });
});
