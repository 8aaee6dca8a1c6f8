/** A document reader controlled by hostile content: it attempts every action and reports the result of each. */
const { spawnSync } = require('node:child_process');
const { createSocket } = require('node:dgram');
const { lookup } = require('node:dns/promises');
const { openSync, readFileSync, readdirSync, writeFileSync, writeSync } = require('node:fs');
const { connect } = require('node:net');
const { dirname, join } = require('node:path');
const { Worker } = require('node:worker_threads');

const [, , host, port, secret] = process.argv;
const onThisMachine = {
  secretFile: () => readFileSync(secret, 'utf8'),
  dataFolder: () => readdirSync(dirname(secret)),
  otherEnvironments: () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
  passwords: () => readFileSync('/etc/passwd', 'utf8'),
  writing: () => writeFileSync(join(dirname(secret), 'planted'), 'x'),
  ownCode: () => openSync(__filename, 'a'),
  program: () => spawnSync('/bin/true'),
  thread: () => new Worker('', { eval: true }),
};
const elsewhere = {
  connection: () =>
    new Promise((done, fail) => {
      connect(Number(port), host, done).on('error', fail);
    }),
  datagram: () =>
    new Promise((done, fail) => {
      createSocket('udp4').send('x', Number(port), host, (error) => (error ? fail(error) : done()));
    }),
  lookUp: () => lookup('example.com'),
  page: () => fetch(`http://${host}:${port}/`),
};

async function main() {
  const outcome = {
    environment: Object.keys(process.env),
    onThisMachine: await tryAll(onThisMachine),
    elsewhere: await tryAll(elsewhere),
  };
  process.stdin.resume().on('end', () => {
    writeSync(0, JSON.stringify(outcome));
    process.exit();
  });
}

/** Returns `done` or the error code of each attempt, by name. */
async function tryAll(tries) {
  const outcomes = {};
  for (const [name, go] of Object.entries(tries)) {
    try {
      await go();
      outcomes[name] = 'done';
    } catch (error) {
      outcomes[name] = error.cause?.code ?? error.code ?? error.message;
    }
  }
  return outcomes;
}

void main();
