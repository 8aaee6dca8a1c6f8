import { readdirSync, readFileSync } from 'node:fs';

/** Returns the processor time of each thread of a program in seconds, by thread id (proc(5), /proc/PID/task). */
function threadSeconds(pid: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [busy = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
    times.set(Number(thread), busy / 1e9);
  }
  return times;
}

/** Processors that a program uses, by part. */
export interface Shares {
  main: number;
  /** The busiest threads other than the main thread, as many as detect. */
  detection: number;
  rest: number;
}

/** @param detecting number of detection threads */
export async function sharesDuring(
  pid: number,
  detecting: number,
  work: () => Promise<unknown>,
): Promise<Shares> {
  const before = threadSeconds(pid);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const used = [...threadSeconds(pid)].map(([id, time]) => ({
    id,
    used: (time - (before.get(id) ?? 0)) / seconds,
  }));
  const main = used.find(({ id }) => id === pid)?.used ?? 0;
  const others = used
    .filter(({ id }) => id !== pid)
    .map((thread) => thread.used)
    .sort((a, b) => b - a);
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  return { main, detection: sum(others.slice(0, detecting)), rest: sum(others.slice(detecting)) };
}
