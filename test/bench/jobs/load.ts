import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';

export interface Door {
  url: string;
  headers: Record<string, string>;
  body: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Submits one job. @returns the time to its answer in ms, and the job's id if the endpoint returns it */
export async function submit({ url, headers, body }: Door): Promise<{ ms: number; jobId: string }> {
  const startedAt = performance.now();
  const request = http.request(url, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 202) throw new Error(`${response.statusCode}: ${answer}`);
  return { ms: performance.now() - startedAt, jobId: String(response.headers['x-job-id'] ?? '') };
}

/** Submits at full speed with `clients` sequential clients. @returns the time of each submission in ms */
export async function flood(door: Door, count: number, clients: number): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        times.push((await submit(door)).ms);
      }
    }),
  );
  return times;
}

/** Submits at a steady rate, also if answers are late. @returns the submission time of each job, by id */
export async function steady(door: Door, perSecond: number, seconds: number): Promise<Map<string, number>> {
  const submitted = new Map<string, number>();
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = startedAt + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent.push(submit(door).then(({ jobId }) => void submitted.set(jobId, due)));
  }
  await Promise.all(sent);
  return submitted;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
