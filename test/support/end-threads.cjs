/**
 * Preloaded by a program (`node --require`): while the file END_THREADS exists, each thread of the program exits when it starts a
 * task, as a thread does that runs out of memory.
 */
const { existsSync } = require('node:fs');
const { isMainThread, parentPort } = require('node:worker_threads');

if (!isMainThread)
  parentPort.on('message', () => {
    if (existsSync(process.env.END_THREADS)) process.exit(1);
  });
