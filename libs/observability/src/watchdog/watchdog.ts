import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

const PROGRAM = join(__dirname, `watchdog-thread${extname(__filename)}`);
const BEAT_MS = 500;
/** The processor time that one turn of the event loop may take. No request and no job needs a tenth of it. */
const MOST_MS = 30_000;
/** The work that a line of the log names: the latest, because the one that holds the loop is mostly among them. */
const NAMED = 5;
const NAMES_BYTES = 1024;

/** What the thread reads while the event loop is held, when no message of this process can reach it. */
export interface Watched {
  /** Grows while the event loop turns */
  beats: Int32Array;
  /** The ids of the latest requests and jobs, separated by commas, in UTF-8 up to the first zero */
  names: Uint8Array;
  mostMs: number;
}

const names = new Uint8Array(new SharedArrayBuffer(NAMES_BYTES));
const encoder = new TextEncoder();
let latest: string[] = [];

/** Notes the id of a request or job that begins. */
export function noteWork(id: string): void {
  latest = [id, ...latest.slice(0, NAMED - 1)];
  const { written } = encoder.encodeInto(latest.join(','), names.subarray(0, -1));
  names[written] = 0;
}

/**
 * Ends this process if one turn of its event loop takes too much processor time, so that it is started again. Otherwise
 * one request would keep all others waiting. A thread measures it, and writes a line of the log that names the latest work.
 */
export function watchEventLoop(mostMs = MOST_MS): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  new Worker(PROGRAM, { workerData: { beats, names, mostMs } satisfies Watched }).unref();
}
