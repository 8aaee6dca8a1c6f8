import { spawn } from 'node:child_process';
import { say } from './say.mjs';

const DEATHS = 5;
const WITHIN_MS = 60_000;
const PAUSE_MS = 1_000;

/** Keeps one program running. Restarts it a second after it ends; gives up after five ends within a minute. */
export class Supervised {
  /** @param {{ name: string, script: string, env: NodeJS.ProcessEnv, onHopeless: () => void }} options */
  constructor(options) {
    this.options = options;
    this.deaths = [];
    this.stopping = false;
    this.start();
  }

  start() {
    const { name, script, env } = this.options;
    // The channel closes when the launcher ends, even if it is killed. The programs stop then.
    this.child = spawn(process.execPath, ['--enable-source-maps', script], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.exited = new Promise((done) =>
      this.child.on('exit', (code, signal) => {
        done();
        if (!this.stopping) this.died(name, signal ?? `code ${code}`);
      }),
    );
  }

  died(name, how) {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < WITHIN_MS), now];
    if (this.deaths.length >= DEATHS) {
      say(`${name} ended ${DEATHS} times within a minute (last: ${how}); stopping everything`);
      this.options.onHopeless();
      return;
    }
    say(`${name} ended (${how}); starting it again`);
    setTimeout(() => this.stopping || this.start(), PAUSE_MS);
  }

  async stop() {
    this.stopping = true;
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    await this.exited;
  }
}
