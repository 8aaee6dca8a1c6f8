/**
 * Preloaded into a program by `--require`: measures for how long its main thread keeps timers waiting, in processor time of
 * that thread, so that a busy machine makes no difference. It appends each such time to the file `$HELD_FOLDER/<process id>`,
 * as a line with the time of day and the duration, both in milliseconds.
 *
 * The program measures itself, because another process cannot read a delay together with the processor time that belongs to
 * it.
 */
const { appendFileSync, readFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const EVERY_MS = 10;
const SHORTEST_MS = 20;

/** Returns the milliseconds in which this thread had a processor, from Linux' scheduler statistics. */
const busyMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

if (isMainThread) {
  const file = `${process.env.HELD_FOLDER}/${process.pid}`;
  let before = busyMs();
  setInterval(() => {
    const now = busyMs();
    const heldMs = now - before;
    before = now;
    if (heldMs >= SHORTEST_MS) appendFileSync(file, `${Date.now()} ${Math.round(heldMs)}\n`);
  }, EVERY_MS).unref();
}
