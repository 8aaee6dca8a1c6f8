/**
 * Preloaded into a program by `--require`: measures for how long its main thread keeps timers waiting, without the time in
 * which that thread itself waits for a processor, and appends each such time to the file `$HELD_FOLDER/<process id>`, as a
 * line with the time of day and the duration, both in milliseconds.
 *
 * The program measures itself, because another process cannot read a delay together with the waiting time that belongs to
 * it.
 */
const { appendFileSync, readFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const EVERY_MS = 10;
const SHORTEST_MS = 20;

/** Returns the milliseconds in which this thread was ready without a processor, from Linux' scheduler statistics. */
const waitedMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;

if (isMainThread) {
  const file = `${process.env.HELD_FOLDER}/${process.pid}`;
  let before = { at: performance.now(), waited: waitedMs() };
  setInterval(() => {
    const now = { at: performance.now(), waited: waitedMs() };
    const heldMs = now.at - before.at - (now.waited - before.waited) - EVERY_MS;
    before = now;
    if (heldMs >= SHORTEST_MS) appendFileSync(file, `${Date.now()} ${Math.round(heldMs)}\n`);
  }, EVERY_MS).unref();
}
