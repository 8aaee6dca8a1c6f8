/**
 * Measures the cost of the guarantees of jobs and webhooks: `npm run bench:jobs`.
 *
 * Compares the service with a bare pipeline in the same run (HTTP accept, one insert, Bull add, process, HTTP post; no
 * privacy, no durability), both with one api and one worker. Also measures latency at half load, the effect of a backlog on
 * acceptance and workers, the gain of more workers, and the effect of a dead receiver on others. To run some parts:
 * `npm run bench:jobs -- compare latency backlogs workers dead`.
 */
import { cpus } from 'node:os';
import { flood, percentile, steady } from './jobs/load';
import { startBare } from './jobs/bare';
import { deadReceiver } from './jobs/dead-receiver';
import { startService } from './jobs/service';
import { Receiver } from './jobs/receiver';

const JOBS = Number(process.env.BENCH_JOBS ?? 2_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const BACKLOGS = (process.env.BENCH_BACKLOGS ?? '0,1000,10000,100000').split(',').map(Number);
const CLIENTS = 32;
const PARTS = ['compare', 'latency', 'backlogs', 'workers', 'dead'] as const;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const median = (values: readonly number[]): number => percentile(values, 0.5);

async function main(): Promise<void> {
  const named = PARTS.filter((part) => process.argv.slice(2).includes(part));
  const asked = new Set(named.length > 0 ? named : PARTS);
  const receiver = new Receiver();
  await receiver.start();
  const bare = await startBare();
  // The bare pipeline has no limit per host either.
  const service = await startService(receiver.url, { WEBHOOK_HOST_CONCURRENCY: '50' });
  try {
    if (asked.has('compare')) await compare(receiver, bare, service);
    else await measureCapacity(receiver, service);
    await service.settle();
    if (asked.has('latency')) await latency(receiver, service);
    await service.settle();
    if (asked.has('backlogs')) await backlogs(receiver, service);
    if (asked.has('workers')) await workers(receiver, service);
  } finally {
    await service.stop();
    await bare.stop();
  }
  if (asked.has('dead')) await deadReceiver(receiver, Math.max(1, Math.floor(capacity / 4)), ROUNDS);
  receiver.stop();
}

type Bare = Awaited<ReturnType<typeof startBare>>;
type Service = Awaited<ReturnType<typeof startService>>;

/** Returns jobs per second from the first submission to the last webhook. */
async function rate(receiver: Receiver, door: Parameters<typeof flood>[0], count = JOBS): Promise<number> {
  receiver.forget();
  const startedAt = performance.now();
  await flood(door, count, CLIENTS);
  return (count * 1000) / ((await receiver.until(count)) - startedAt);
}

/** Capacity of the service, in jobs per second. */
let capacity = 0;

async function measureCapacity(receiver: Receiver, service: Service): Promise<void> {
  await rate(receiver, service.door(['Emails']), 300);
  capacity = await rate(receiver, service.door(['Emails']));
}

async function compare(receiver: Receiver, bare: Bare, service: Service): Promise<void> {
  const rates = { bare: [] as number[], emails: [] as number[], names: [] as number[] };
  await rate(receiver, bare.door(receiver.url), 300);
  await rate(receiver, service.door(['Emails']), 300);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await rate(receiver, bare.door(receiver.url)));
    rates.emails.push(await rate(receiver, service.door(['Emails'])));
    rates.names.push(await rate(receiver, service.door(['Names', 'Emails', 'Phone'])));
  }
  const shares = rates.emails.map((value, round) => value / rates.bare[round]!);
  capacity = median(rates.emails);
  console.log(`bare pipeline            ${median(rates.bare).toFixed(0)} jobs/s`);
  console.log(`service, Emails          ${capacity.toFixed(0)} jobs/s`);
  console.log(`service, all three types ${median(rates.names).toFixed(0)} jobs/s`);
  const all = shares.map((share) => `${(share * 100).toFixed(0)} %`).join(', ');
  console.log(`service / bare           ${(median(shares) * 100).toFixed(0)} % (${all})`);
}

async function latency(receiver: Receiver, service: Service): Promise<void> {
  receiver.forget();
  const perSecond = Math.max(1, Math.floor(capacity / 2));
  const submitted = await steady(service.door(['Emails']), perSecond, 15);
  await receiver.until(submitted.size);
  const times = [...submitted].map(([jobId, at]) => receiver.arrivals.get(jobId)! - at);
  console.log(`at ${perSecond} jobs/s, accepted to delivered: ${spread(times)}`);
  console.log(`  job's end to first attempt: ${spread(await service.firstAttempts([...submitted.keys()]))}`);
}

const spread = (times: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${ms(percentile(times, share))}`).join(', ');

/** Measures acceptance with this many waiting jobs and no worker, and then the speed of one worker with the first of them. */
async function backlogs(receiver: Receiver, service: Service): Promise<void> {
  await service.stopWorkers();
  for (const waiting of BACKLOGS) {
    await service.forget();
    await service.fill(waiting);
    await flood(service.door(['Emails']), 200, 8);
    const startedAt = performance.now();
    const times = await flood(service.door(['Emails']), 1_000, 8);
    const accepted = 1_000_000 / (performance.now() - startedAt);
    receiver.forget();
    await service.startWorkers(1);
    const first = await receiver.until(200);
    const taken = await receiver.until(1_000);
    await service.stopWorkers();
    console.log(
      `${waiting} waiting: ${accepted.toFixed(0)} accepted/s (p50 ${ms(median(times))}, p99 ${ms(percentile(times, 0.99))}), ` +
        `one worker ${(800_000 / (taken - first)).toFixed(0)} jobs/s`,
    );
  }
}

async function workers(receiver: Receiver, service: Service): Promise<void> {
  for (const count of [1, 2, 4]) {
    await service.forget();
    receiver.forget();
    await service.fill(JOBS * 2);
    const [startedAt, before] = [performance.now(), busySeconds()];
    await service.startWorkers(count);
    const first = await receiver.until(JOBS / 2);
    const last = await receiver.until(JOBS * 2);
    const busy = (busySeconds() - before) / ((performance.now() - startedAt) / 1_000);
    await service.stopWorkers();
    const perSecond = (JOBS * 1.5 * 1000) / (last - first);
    console.log(
      `${count} workers: ${perSecond.toFixed(0)} jobs/s, ${busy.toFixed(1)} of ${cpus().length} cores busy`,
    );
  }
}

/** Returns the processor time that all processes of this machine have used. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000;

void main();
