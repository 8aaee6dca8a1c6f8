/** What a library would do that reports to its maker; the addresses are of this machine, the name is of nobody. */
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
// From a thread, as the entity model runs in some.
const thread = new Worker(`require('node:dns').lookup('maker.invalid', () => undefined)`, { eval: true });
thread.once('error', (error) => {
  throw error;
});
