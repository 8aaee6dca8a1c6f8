import { createServer, type AddressInfo } from 'node:net';
import { flood, percentile, steady, type Door } from './load';
import type { Receiver } from './receiver';
import { startService } from './service';

const PENDING = 1_000;
const CLIENTS = 32;
const SECONDS = 8;
const LIVE = 'with all receivers alive';
const DEAD = `with ${PENDING} deliveries waiting for a dead receiver`;

/**
 * Measures the effect on others of a receiver that never answers and has a thousand waiting deliveries: the same load with and
 * without it, in alternating order, each from an empty queue. The first round warms up and does not
 * count.
 */
export async function deadReceiver(receiver: Receiver, perSecond: number, rounds: number): Promise<void> {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.2', resolve));
  const deadUrl = `http://127.0.0.2:${(dead.address() as AddressInfo).port}/`;
  const service = await startService(receiver.url);
  const p95s: Record<string, number[]> = { [LIVE]: [], [DEAD]: [] };
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const name of round % 2 === 0 ? [LIVE, DEAD] : [DEAD, LIVE]) {
        await service.forget();
        await flood(service.door(['Emails'], name === DEAD ? deadUrl : receiver.url), PENDING, CLIENTS);
        await service.settle();
        const p95 = percentile(await latencies(receiver, service.door(['Emails']), perSecond), 0.95);
        if (round > 0) p95s[name]!.push(p95);
      }
  } finally {
    await service.stop();
    dead.close();
  }
  for (const [name, values] of Object.entries(p95s))
    console.log(
      `at ${perSecond} jobs/s, ${name}: p95 ${percentile(values, 0.5).toFixed(0)} ms ` +
        `(${rounds} rounds: ${values.map((value) => value.toFixed(0)).join(', ')})`,
    );
}

/** Returns the milliseconds from acceptance to delivery. */
async function latencies(receiver: Receiver, door: Door, perSecond: number): Promise<number[]> {
  receiver.forget();
  const submitted = await steady(door, perSecond, SECONDS);
  await receiver.untilAll([...submitted.keys()]);
  return [...submitted].map(([jobId, at]) => receiver.arrivals.get(jobId)! - at);
}
