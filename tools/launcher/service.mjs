import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';

const services = [];

/** Stops every server that was started, the last one first. */
export async function stopServices() {
  for (const service of services.toReversed()) await service.stop();
}

/**
 * A server that this launcher started, in a process group of its own: a Ctrl-C at the terminal does not reach
 * it, so that it can stop last.
 */
export class Service {
  /** @param {{ log: string, stopSignal: NodeJS.Signals, input?: string, uid?: number, gid?: number }} options */
  constructor(command, args, { log, stopSignal, input, ...options }) {
    const out = openSync(log, 'a', 0o600);
    this.stopSignal = stopSignal;
    this.child = spawn(command, args, { ...options, detached: true, stdio: ['pipe', out, out] });
    this.exited = new Promise((done) => this.child.on('exit', done).on('error', done));
    // A server that cannot start closes its input early; its exit tells.
    this.child.stdin.on('error', () => undefined).end(input);
    services.push(this);
  }

  alive() {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @param {NodeJS.Signals} signal another one than usual, for tests of what a crash leaves */
  async stop(signal = this.stopSignal) {
    if (this.alive()) this.child.kill(signal);
    await this.exited;
  }
}

/** Stops a server whose launcher was killed before it could: its pid file is still there. */
export async function stopLeftOver(pidFile, name) {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  if (!(pid > 0) || !isProcess(pid, name)) return;
  process.kill(pid, 'SIGINT');
  while (isProcess(pid, name)) await new Promise((done) => setTimeout(done, 50));
}

/** Whether the process runs that program: a number may have been given to another one since. */
function isProcess(pid, name) {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/cmdline`;
    return !existsSync(status) || readFileSync(status, 'utf8').includes(name);
  } catch {
    return false; // No such process.
  }
}
