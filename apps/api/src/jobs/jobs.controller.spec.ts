import { AppError, newId, type Scope } from '@app/common';
import { SubmitAnonymization } from '@app/anonymization-jobs';
import { DeleteJob, OwnJob } from '@app/job-records';
import { serve, type Served } from '../../testing/serve';
import { JobsController } from './jobs.controller';

const user: { userId: string; organizationId: string; key?: { id: string; scopes: Scope[] } } = {
  userId: newId(),
  organizationId: newId(),
};

describe('the endpoints of jobs', () => {
  let served: Served;
  const submitted: unknown[] = [];
  const redelivered: unknown[] = [];
  let outcome: { jobId: string; replayed: boolean } | AppError = { jobId: 'j', replayed: false };

  beforeAll(async () => {
    served = await serve({
      user,
      controllers: [JobsController],
      providers: [
        {
          provide: SubmitAnonymization,
          useValue: {
            execute: async (job: unknown) => {
              submitted.push(job);
              if (outcome instanceof AppError) throw outcome;
              return outcome;
            },
          },
        },
        {
          provide: OwnJob,
          useValue: {
            report: async (id: string) => ({ job_id: id, status: 'accepted' }),
            result: async () => '{"job_id":"j","anonymized_text":"[NAME_1]"}',
            redeliver: async (id: string, _: unknown, url?: string) => void redelivered.push([id, url]),
          },
        },
        {
          provide: DeleteJob,
          useValue: { execute: async (id: string) => (id === 'running' ? 'cancelled' : 'erased') },
        },
      ],
    });
  });
  beforeEach(() => {
    submitted.length = 0;
    redelivered.length = 0;
    outcome = { jobId: 'j', replayed: false };
    delete user.key;
  });
  afterAll(() => served.close());

  const SMALLEST = { text: 'Anna', lang: 'en' };

  it('accept a text, and name the job in a header', async () => {
    const { status, headers, json } = await served.post('job/anonymize', SMALLEST);
    expect([status, json]).toEqual([202, { success: true, message: 'Job accepted', response_code: 202 }]);
    expect([headers.get('x-job-id'), headers.get('idempotency-replayed')]).toEqual(['j', null]);
    expect(submitted).toEqual([{ owner: user, ...SMALLEST }]);
  });

  it('pass on each field that is neither absent nor null', async () => {
    const nulls = {
      choices: null,
      anonymized: null,
      case_id: null,
      restorable: null,
      webhook_url: null,
      delivery: null,
    };
    await served.post('job/anonymize', { ...SMALLEST, ...nulls });
    await served.post(
      'job/anonymize',
      {
        ...SMALLEST,
        choices: [],
        anonymized: false,
        case_id: '',
        restorable: false,
        webhook_url: 'https://x',
        delivery: 'webhook',
      },
      { 'idempotency-key': 'k-1' },
    );
    expect(submitted).toEqual([
      { owner: user, ...SMALLEST },
      {
        owner: user,
        ...SMALLEST,
        choices: [],
        anonymized: false,
        caseId: '',
        restorable: false,
        webhookUrl: 'https://x',
        delivery: 'webhook',
        idempotencyKey: 'k-1',
      },
    ]);
  });

  it('say if the job was accepted before', async () => {
    outcome = { jobId: 'j', replayed: true };
    const { headers } = await served.post('job/anonymize', SMALLEST);
    expect(headers.get('idempotency-replayed')).toBe('true');
  });

  it('refuse a case to a key without the scope, before anything is stored', async () => {
    user.key = { id: 'k', scopes: ['jobs'] };
    expect(await served.post('job/anonymize', { ...SMALLEST, case_id: 'c' })).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    });
    expect(submitted).toEqual([]);
    user.key.scopes = ['jobs', 'cases'];
    expect((await served.post('job/anonymize', { ...SMALLEST, case_id: 'c' })).status).toBe(202);
  });

  it('name the fields of a refusal as the interface does', async () => {
    outcome = new AppError('bad_request', 'webhookUrl must be an https address', {
      errors: [{ field: 'webhookUrl', message: 'must be an https address' }],
    });
    const { headers, json } = await served.post('job/anonymize', SMALLEST);
    expect(json).toMatchObject({
      message: 'webhook_url must be an https address',
      errors: [{ field: 'webhook_url', message: 'must be an https address' }],
    });
    expect(headers.get('x-job-id')).toBeNull();
  });

  it('return the body of the webhook as it was sent', async () => {
    const { headers, text } = await served.ask('job/j/result');
    expect(text).toBe('{"job_id":"j","anonymized_text":"[NAME_1]"}');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await served.ask('job/j')).json).toEqual({ job_id: 'j', status: 'accepted' });
  });

  it.each([
    [undefined, undefined],
    [{}, undefined],
    [{ webhook_url: null }, undefined],
    [{ webhook_url: 'https://x' }, 'https://x'],
  ])('deliver again to the address of the body, or that of the submission: %j', async (body, url) => {
    expect((await served.post('job/j/redeliver', body)).status).toBe(202);
    expect(redelivered).toEqual([['j', url]]);
  });

  it.each([
    ['running', 'Job cancelled'],
    ['done', 'Job erased'],
  ])('say what a deletion did with a job that is %s', async (id, message) => {
    const { status, json } = await served.ask(`job/${id}`, { method: 'DELETE' });
    expect([status, json]).toEqual([200, { success: true, message }]);
  });
});
