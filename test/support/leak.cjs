/** Preloaded by a program (`node --require`): it fills the heap up to 93 % of the limit. */
const { getHeapStatistics } = require('node:v8');
const { isMainThread } = require('node:worker_threads');

const STEP = Buffer.alloc(500_000, 'x');
const kept = [];

if (isMainThread)
  setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used < 0.93 * limit) kept.push(STEP.toString('latin1'));
  }, 20).unref();
