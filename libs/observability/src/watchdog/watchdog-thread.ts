/** The thread that {@link watchEventLoop} starts. */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { LogEvent } from '../log-events';
import type { Watched } from './watchdog';

const CHECK_MS = 500;
/** The times of the thread of the event loop, which has the id of the process (proc_pid_stat(5)); on Linux only. */
const STAT = `/proc/self/task/${process.pid}/stat`;
const [USER_TICKS, SYSTEM_TICKS, TICK_MS] = [11, 12, 10];
const { beats, names, mostMs } = workerData as Watched;

let beat = -1;
let since = 0;

setInterval(() => {
  const now = processorMs();
  if (beat !== Atomics.load(beats, 0)) {
    beat = Atomics.load(beats, 0);
    since = now;
  } else if (now - since > mostMs) end();
}, CHECK_MS);

/** Returns the processor time of the event loop. A stopped process and a busy machine use none of it. */
function processorMs(): number {
  if (!existsSync(STAT)) return process.cpuUsage().user / 1_000;
  const fields = readFileSync(STAT, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
}

/** Ends the whole process. Nothing else can, while its event loop is held. */
function end(): void {
  const ids = Buffer.from(names.slice(0, names.indexOf(0))).toString();
  const event: LogEvent = 'process.held';
  const line = { level: 60, time: new Date().toISOString(), pid: process.pid, event };
  writeSync(
    1,
    `${JSON.stringify({ ...line, seconds: mostMs / 1_000, work: ids === '' ? [] : ids.split(',') })}\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}
