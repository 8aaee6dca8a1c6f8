import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { JobsModule } from '../jobs.module';
import { AcceptJob } from '../submission/accept-job';
import { ClaimJobs } from './claim-jobs';

jest.setTimeout(120_000);

describe('ClaimJobs', () => {
  let context: ServiceContext;
  let accept: AcceptJob;
  let claims: ClaimJobs;

  beforeAll(async () => {
    context = await startContext([JobsModule]);
    accept = context.app.get(AcceptJob, { strict: false });
    claims = context.app.get(ClaimJobs, { strict: false });
  });
  beforeEach(() => context.db.query('TRUNCATE jobs, job_turns'));
  afterAll(() => context?.stop());

  async function submit(organizationId: string, count = 1): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { jobId } = await accept.execute({
        owner: { organizationId, userId: newId() },
        type: 'anonymization',
        input: { text: `text ${index}` },
        webhookUrl: 'https://receiver.example/',
      });
      ids.push(jobId);
    }
    return ids;
  }
  const claim = async (free: number) => (await claims.execute('anonymization', free)).map(({ id }) => id);
  const expire = (id: string) =>
    context.db.query(`UPDATE jobs SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);

  it('takes an organization’s oldest job first, and opens what was sealed', async () => {
    const [first] = await submit(newId(), 3);
    const [job] = await claims.execute('anonymization', 1);
    expect(job).toMatchObject({
      id: first,
      attempts: 1,
      input: { text: 'text 0' },
      webhookUrl: 'https://receiver.example/',
    });
  });

  it('lets organizations take turns, so that many jobs of one do not starve another’s', async () => {
    const [busy, small, late] = [newId(), newId(), newId()];
    const many = await submit(busy, 40);
    expect(await claim(1)).toEqual([many[0]]);
    const [one] = await submit(small);
    expect(await claim(1)).toEqual([one]);
    const [two, three] = await submit(late, 2);
    expect(await claim(1)).toEqual([two]);
    expect(await claim(1)).toEqual([many[1]]);
    expect(await claim(1)).toEqual([three]);
    expect(await claim(2)).toEqual([many[2], many[3]]);
  });

  it('shares one claim of many places among the organizations', async () => {
    const [busy, small] = [newId(), newId()];
    const many = await submit(busy, 40);
    const few = await submit(small, 3);
    expect((await claim(8)).sort()).toEqual([...many.slice(0, 5), ...few].sort());
  });

  it('never gives one job to two workers', async () => {
    const ids = await submit(newId(), 30);
    const claimed: string[] = [];
    for (let round: string[] = ids; round.length > 0;) {
      round = (await Promise.all(Array.from({ length: 10 }, () => claim(4)))).flat();
      claimed.push(...round);
    }
    expect(claimed.sort()).toEqual([...ids].sort());
  });

  it('gives a dead worker’s job to another, and counts the attempt', async () => {
    const [id] = await submit(newId());
    await claim(1);
    expect(await claim(1)).toEqual([]);
    await expire(id!);
    expect(await claims.execute('anonymization', 1)).toMatchObject([{ id, attempts: 2 }]);
  });

  it('leaves other types, finished jobs and jobs that wait for another attempt alone', async () => {
    const [finished, waiting] = await submit(newId(), 2);
    await context.db.query(`UPDATE jobs SET status = 'failed', finished_at = now() WHERE id = $1`, [
      finished,
    ]);
    await context.db.query(`UPDATE jobs SET available_at = now() + interval '1 minute' WHERE id = $1`, [
      waiting,
    ]);
    expect(await claim(5)).toEqual([]);
    expect(await claims.execute('transcription', 5)).toEqual([]);
  });
});
