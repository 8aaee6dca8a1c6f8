import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';

const services = [];

/** Stops all started servers in reverse order. */
export async function stopServices() {
  for (const service of services.toReversed()) await service.stop();
}

/** A server in its own process group, so that Ctrl-C does not reach it and it can stop last. */
export class Service {
  /** @param {{ log: string, stopSignal: NodeJS.Signals, input?: string, uid?: number, gid?: number }} options */
  constructor(command, args, { log, stopSignal, input, ...options }) {
    const out = openSync(log, 'a', 0o600);
    this.stopSignal = stopSignal;
    this.child = spawn(command, args, { ...options, detached: true, stdio: ['pipe', out, out] });
    this.exited = new Promise((done) => this.child.on('exit', done).on('error', done));
    // A server that fails to start closes its input early. Its exit code reports the failure.
    this.child.stdin.on('error', () => undefined).end(input);
    services.push(this);
  }

  alive() {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @param {NodeJS.Signals} signal another signal than usual, for tests of crashes */
  async stop(signal = this.stopSignal) {
    if (this.alive()) this.child.kill(signal);
    await this.exited;
  }
}

/** Stops a server of a killed launcher, which left a pid file. */
export async function stopLeftOver(pidFile, name) {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  if (!(pid > 0) || !isProcess(pid, name)) return;
  process.kill(pid, 'SIGINT');
  while (isProcess(pid, name)) await new Promise((done) => setTimeout(done, 50));
}

/** Returns whether the process runs that program, because the system may have reused its number. */
function isProcess(pid, name) {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/cmdline`;
    return !existsSync(status) || readFileSync(status, 'utf8').includes(name);
  } catch {
    return false; // No such process.
  }
}
