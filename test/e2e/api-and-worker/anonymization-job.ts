import { Webhook } from 'standardwebhooks';
import { eventually, type Program, type ReceivedWebhook, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { Commands } from '../../support/commands';
import { accepted, JobClient } from '../../support/jobs';
import { useApiAndWorker } from './scene';

const NAME = 'Wilhelmine Brandstetter';
const EMAIL = 'w.brandstetter@firma.example';
const PHONE = '+49 30 901820';
const TEXT = `Dear Ms ${NAME},\nplease call ${PHONE} or write to ${EMAIL}.`;

const scene = useApiAndWorker();

describe('an anonymization job', () => {
  let user: TestUser;
  let jobs: JobClient;

  beforeAll(async () => {
    user = await scene.system.user({ role: 'admin' });
    jobs = new JobClient(new ApiClient(scene.system, user), scene.receiver);
  });
  beforeEach(() => {
    scene.receiver.respond = () => 204;
  });

  const submit = (fields: object = {}, headers: Record<string, string> = {}) =>
    jobs.anonymize({ text: TEXT, ...fields }, headers);
  const submitted = (fields: object = {}): Promise<string> => accepted(submit(fields));

  const secret = async (): Promise<string> => {
    const { body } = await jobs.api.get<{ data: { secret: string } }>('/admin/v1/webhook-secret');
    return body.data.secret;
  };
  const verify = (key: string, { raw, headers }: ReceivedWebhook): unknown =>
    new Webhook(key).verify(raw, headers as Record<string, string>);

  it('is accepted and delivers a signed result without personal data [PRIV-4]', async () => {
    const response = await submit();
    expect(response.status).toBe(202);
    expect(response.body).toEqual({ success: true, message: 'Job accepted', response_code: 202 });
    const jobId = response.headers.get('x-job-id')!;

    const [webhook] = await jobs.delivered(jobId);
    expect(webhook.headers['content-type']).toBe('application/json');
    expect(webhook.headers['user-agent']).toMatch(/^privacy-chat\/\d/);
    expect(verify(await secret(), webhook)).toEqual({
      job_id: jobId,
      status: 'completed',
      anonymized_text: 'Dear Ms [NAME_1],\nplease call [PHONE_1] or write to [EMAIL_1].',
    });

    await eventually(async () => {
      expect(await jobs.report(jobId)).toEqual({
        job_id: jobId,
        type: 'anonymization',
        status: 'completed',
        progress: 1,
        error: null,
        error_code: null,
        created_at: expect.stringMatching(/Z$/),
        finished_at: expect.stringMatching(/Z$/),
        delivery: {
          state: 'delivered',
          attempts: [
            {
              at: expect.stringMatching(/Z$/),
              status_code: 204,
              error: null,
              duration_ms: expect.any(Number),
            },
          ],
        },
      });
    });
    const result = await jobs.api.get(`job/${jobId}/result`);
    expect(result.bytes.toString()).toBe(webhook.raw);
  });

  it('stores its result for its owner and delivers nothing if `delivery` is `poll`', async () => {
    const before = scene.receiver.webhooks.length;
    const jobId = await accepted(submit({ webhook_url: undefined, delivery: 'poll' }));
    await eventually(async () => expect(await jobs.report(jobId)).toMatchObject({ status: 'completed' }));
    expect(await jobs.report(jobId)).toMatchObject({ delivery: null });
    const result = await jobs.api.get(`job/${jobId}/result`);
    expect(result.body).toMatchObject({
      job_id: jobId,
      anonymized_text: expect.stringContaining('[NAME_1]'),
    });
    const { rows } = await scene.system.db.query<{ state: string; ended: boolean }>(
      `SELECT state, finished_at IS NOT NULL AS ended FROM webhook_deliveries WHERE subject_id = $1`,
      [jobId],
    );
    expect(rows).toEqual([{ state: 'delivered', ended: true }]);
    expect((await jobs.api.post(`job/${jobId}/redeliver`, {})).status).toBe(409);
    expect(scene.receiver.webhooks).toHaveLength(before);
    const redelivered = await jobs.api.post(`job/${jobId}/redeliver`, { webhook_url: jobs.webhookUrl });
    expect(redelivered.status).toBe(202);
    const [webhook] = await jobs.delivered(jobId);
    expect(webhook.raw).toBe(result.bytes.toString());
  });

  it.each([
    ['neither an address nor poll', { webhook_url: undefined }],
    ['both', { delivery: 'poll' }],
    ['an unknown delivery', { delivery: 'pigeon' }],
    ['the reserved address of poll', { webhook_url: 'poll:' }],
  ])('is refused if it names %s', async (_, fields) => {
    expect((await submit(fields)).status).toBe(400);
  });

  it('replaces only the chosen kinds, with surrogates if requested', async () => {
    const jobId = await submitted({ choices: ['Email'], anonymized: true });
    const [{ body }] = await jobs.delivered(jobId);
    expect(body.anonymized_text).toContain(PHONE);
    expect(body.anonymized_text).not.toContain(EMAIL);
    expect(body.anonymized_text).not.toContain('[EMAIL');
  });

  it('stores its text encrypted, and leaves it readable neither in PostgreSQL nor in Redis nor in the logs', async () => {
    await jobs.delivered(await submitted());
    const { rows } = await scene.system.db.query<{ text: string }>(
      `SELECT row_to_json(j)::text AS text FROM jobs j
       UNION ALL SELECT row_to_json(d)::text FROM webhook_deliveries d
       UNION ALL SELECT row_to_json(a)::text FROM webhook_attempts a`,
    );
    const keys = await scene.system.redis.keys(`${scene.system.redisPrefix}*`);
    const kept = [
      ...rows.map(({ text }) => text),
      ...keys,
      scene.system.api.output,
      scene.system.worker.output,
    ].join('');
    for (const planted of [NAME, EMAIL, PHONE, 'Brandstetter', '/hook', scene.receiver.url])
      expect(kept).not.toContain(planted);
    const inputs = await scene.system.db.query(
      `SELECT 1 FROM jobs WHERE status <> 'accepted' AND (input IS NOT NULL OR webhook_url IS NOT NULL)`,
    );
    expect(inputs.rowCount).toBe(0);
  });

  it('is redelivered until the receiver accepts it, with the same webhook-id each time', async () => {
    const answers = [500, 302, 204];
    scene.receiver.respond = () => answers.shift() ?? 204;
    const jobId = await submitted();
    const webhooks = await jobs.delivered(jobId, 3);
    expect(new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(webhooks.map(({ raw }) => raw)).size).toBe(1);
    const key = await secret();
    for (const webhook of webhooks) expect(() => verify(key, webhook)).not.toThrow();
    await eventually(async () => {
      const { delivery } = await jobs.report(jobId);
      expect(delivery).toMatchObject({
        state: 'delivered',
        attempts: [
          { status_code: 500, error: 'status' },
          { status_code: 302, error: 'redirect' },
          { status_code: 204, error: null },
        ],
      });
    });
  });

  it('stops its delivery at 410, and is redelivered on request, to another address if given', async () => {
    scene.receiver.respond = () => 410;
    const jobId = await submitted();
    await jobs.deliveryIs(jobId, 'gone');
    scene.receiver.respond = () => 200;
    const again = await jobs.api.post(`job/${jobId}/redeliver`, {
      webhook_url: `${scene.receiver.url}/elsewhere`,
    });
    expect(again.status).toBe(202);
    const [first, second] = (await jobs.delivered(jobId, 2)) as [ReceivedWebhook, ReceivedWebhook];
    expect(second.path).toBe('/elsewhere');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await jobs.deliveryIs(jobId, 'delivered');
  });

  it('is signed with both secrets after a rotation, and only with the new one after an immediate rotation', async () => {
    const before = await secret();
    const rotated = JSON.parse(
      await new Commands(scene.system).run(['org', 'secret', user.organizationId, 'rotate', '--json']),
    ) as { secret: string; previous: string };
    expect(rotated.previous).toBe(before);
    const [during] = await jobs.delivered(await submitted());
    expect(() => verify(before, during)).not.toThrow();
    expect(() => verify(rotated.secret, during)).not.toThrow();
    await new Commands(scene.system).run(['org', 'secret', user.organizationId, 'rotate', '--now']);
    const [after] = await jobs.delivered(await submitted());
    expect(() => verify(rotated.secret, after)).toThrow('No matching signature');
    const last = await secret();
    expect(() => verify(last, after)).not.toThrow();
  });

  it('runs once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order-4711' };
    const [first, again] = await Promise.all([submit({}, headers), submit({}, headers)]);
    const jobId = first.headers.get('x-job-id')!;
    expect(again.headers.get('x-job-id')).toBe(jobId);
    expect([first, again].map((each) => each.headers.get('idempotency-replayed'))).toContain('true');
    const withNulls = await submit({ delivery: null, choices: null, anonymized: null }, headers);
    expect(withNulls.headers.get('x-job-id')).toBe(jobId);
    expect((await submit({ text: 'Another text' }, headers)).status).toBe(409);
    expect((await submit({}, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    await jobs.delivered(jobId);
  });

  it('appears in metrics of count and waiting time without its content', async () => {
    scene.receiver.respond = () => 503;
    const jobId = await submitted();
    await jobs.delivered(jobId, 2);
    const scrape = async (program: Program): Promise<string> => {
      const port = program.env[program === scene.system.api ? 'PORT' : 'WORKER_PORT'];
      return (await new ApiClient(scene.system).get(`http://127.0.0.1:${port}/metrics`)).bytes.toString();
    };
    expect(await scrape(scene.system.api)).toMatch(/^jobs_accepted_total\{type="anonymization"\} [1-9]/m);
    await eventually(async () => {
      const metrics = await scrape(scene.system.worker);
      for (const line of [
        /^jobs_running\{type="anonymization"\} 0$/m,
        /^jobs_finished_total\{type="anonymization",outcome="completed"\} [1-9]/m,
        /^jobs_waiting\{type="anonymization"\} 0$/m,
        /^jobs_oldest_waiting_seconds\{type="anonymization"\} 0$/m,
        /^webhook_attempts_total\{outcome="status"\} [1-9]/m,
        /^webhook_deliveries_pending\{stage="retry"\} [1-9]/m,
      ])
        expect(metrics).toMatch(line);
      for (const planted of [NAME, EMAIL, PHONE, jobId, scene.receiver.url])
        expect(metrics).not.toContain(planted);
    });
    await scene.system.db.query(
      `UPDATE jobs SET created_at = now() - interval '1 hour', status = 'accepted', available_at = now() + interval '1 day'
       WHERE id = $1`,
      [jobId],
    );
    expect(await scrape(scene.system.worker)).toMatch(
      /^jobs_oldest_waiting_seconds\{type="anonymization"\} 36\d\d/m,
    );
    await scene.system.db.query(`UPDATE jobs SET status = 'completed' WHERE id = $1`, [jobId]);
  });

  it('is a 404 for every other user', async () => {
    const jobId = await submitted();
    await jobs.delivered(jobId);
    const stranger = await scene.system.user();
    const colleague = await scene.system.user({ organizationId: user.organizationId });
    for (const other of [stranger, colleague])
      for (const [method, path] of [
        ['GET', `job/${jobId}`],
        ['GET', `job/${jobId}/result`],
        ['POST', `job/${jobId}/redeliver`],
        ['DELETE', `job/${jobId}`],
      ] as const) {
        const { status } = await new ApiClient(scene.system, other).call(method, path);
        expect([path, status]).toEqual([path, 404]);
      }
    for (const id of ['nonsense', '019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d'])
      expect((await jobs.api.get(`job/${id}`)).status).toBe(404);
  });

  it('is erased when its owner deletes it', async () => {
    const jobId = await submitted();
    await jobs.delivered(jobId);
    await jobs.deliveryIs(jobId, 'delivered');
    expect((await jobs.api.delete(`job/${jobId}`)).status).toBe(200);
    expect((await jobs.api.get(`job/${jobId}/result`)).status).toBe(410);
    expect((await jobs.api.post(`job/${jobId}/redeliver`)).status).toBe(410);
    expect((await jobs.report(jobId)).status).toBe('completed');
    const keys = await scene.system.db.query('SELECT 1 FROM data_keys WHERE subject_id = $1', [jobId]);
    expect(keys.rowCount).toBe(0);
  });

  it('can be shown and redelivered by the operator', async () => {
    const jobId = await submitted();
    await jobs.delivered(jobId);
    await jobs.deliveryIs(jobId, 'delivered');
    expect(JSON.parse(await new Commands(scene.system).run(['job', 'show', jobId, '--json']))).toMatchObject({
      job_id: jobId,
      organization_id: user.organizationId,
      status: 'completed',
      attempts: 1,
    });
    await new Commands(scene.system).run(['job', 'redeliver', jobId]);
    await jobs.delivered(jobId, 2);
    await jobs.deliveryIs(jobId, 'delivered');
    const range = [
      '--org',
      user.organizationId,
      '--since',
      '2020-01-01T00:00Z',
      '--until',
      '2100-01-01T00:00Z',
    ];
    const all = JSON.parse(
      await new Commands(scene.system).run(['job', 'redeliver', ...range, '--json']),
    ) as {
      job_id: string;
    }[];
    expect(all).toContainEqual({ job_id: jobId });
    await jobs.delivered(jobId, 3);
  });

  it.each([
    [{ text: undefined }, 'text'],
    [{ text: '  ' }, 'text'],
    [{ text: 7 }, 'text'],
    [{ lang: 'sv' }, 'lang'],
    [{ choices: [] }, 'choices'],
    [{ choices: ['names'] }, 'choices'],
    [{ choices: 'Names' }, 'choices'],
    [{ webhook_url: undefined }, 'webhook_url'],
    [{ webhook_url: 'http://127.0.0.1:8080/' }, 'webhook_url'],
    [{ webhook_url: 'https://user:pass@127.0.0.1:8443/' }, 'webhook_url'],
    [{ webhook_url: 'https://10.0.0.1/' }, 'webhook_url'],
    [{ webhook_url: 'https://169.254.169.254/latest' }, 'webhook_url'],
    [{ anonymized: 'yes' }, 'anonymized'],
  ])('is refused with %j', async (fields, field) => {
    const response = await submit(fields);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      success: false,
      message: expect.stringContaining(field),
      response_code: 400,
      code: 'bad_request',
      errors: [{ field, message: expect.any(String) }],
    });
  });

  it('is refused without a grant before any other check', async () => {
    const api = new ApiClient(scene.system, await scene.system.user({ grants: [] }));
    const response = await api.post('job/anonymize', 'x', { 'content-type': 'text/plain' });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({
      message: 'The job endpoints are not enabled for your organization; access is granted on request.',
    });
  });
});
