/** Calls out as a library with telemetry would. The addresses belong to this machine; the name `maker.invalid` is reserved. */
const { createSocket } = require('node:dgram');
const { writeFileSync } = require('node:fs');
const { connect } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

writeFileSync(join(tmpdir(), 'device'), 'id');
connect(9, '127.0.0.1').on('error', () => undefined);
const socket = createSocket('udp4');
socket.send('here I am', 9, '127.0.0.2', () => socket.close());
// The call comes from a thread, since the entity model can run in threads.
const thread = new Worker(`require('node:dns').lookup('maker.invalid', () => undefined)`, { eval: true });
thread.once('error', (error) => {
  throw error;
});
