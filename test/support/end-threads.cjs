/**
 * Preloaded by a program (`node --require`): while the file END_THREADS is there, each of its threads ends as it takes up a
 * task, as one does whose memory is full.
 */
const { existsSync } = require('node:fs');
const { isMainThread, parentPort } = require('node:worker_threads');

if (!isMainThread)
  parentPort.on('message', () => {
    if (existsSync(process.env.END_THREADS)) process.exit(1);
  });
