import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, type TestSystem } from '@app/testing';
import { parse, stringify } from 'yaml';

const FILES = join(__dirname, '../../docker/prometheus');
/** Factor by which alert durations are shortened: five minutes become six seconds. */
const HURRY = 50;
/** Timeout for a change of an alert: some wait 12 s, and the machine can be busy. */
const TIMEOUT_MS = 300_000;

interface Config {
  global: Record<string, string>;
  alerting?: unknown;
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}
interface Rules {
  groups: { rules: { for?: string }[] }[];
}

export interface FiringAlert {
  state: 'pending' | 'firing';
  labels: Record<string, string> & { alertname: string };
  annotations: { summary: string };
}

/** Prometheus with the configuration and alerts that ship, with an interval of one second. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /** Starts Prometheus, which scrapes the api and the worker of a system. */
  static async start({ api }: Pick<TestSystem, 'api'>): Promise<Prometheus> {
    const { PORT, WORKER_PORT } = api.env;
    const targets: Readonly<Record<string, string>> = {
      'privacy-chat-api': `127.0.0.1:${PORT}`,
      'privacy-chat-worker': `127.0.0.1:${WORKER_PORT}`,
    };
    const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-prometheus-'));
    const config = parse(await readFile(join(FILES, 'prometheus.yaml'), 'utf8')) as Config;
    config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
    delete config.alerting;
    config.scrape_configs = config.scrape_configs.map(({ job_name }) => ({
      job_name,
      static_configs: [{ targets: [targets[job_name]!] }],
    }));
    const rules = parse(await readFile(join(FILES, 'alerts.yaml'), 'utf8')) as Rules;
    for (const rule of rules.groups.flatMap((group) => group.rules))
      if (rule.for) rule.for = `${Math.round(millisecondsOf(rule.for) / HURRY)}ms`;
    await writeFile(join(folder, 'prometheus.yaml'), stringify(config));
    await writeFile(join(folder, 'alerts.yaml'), stringify(rules));
    const port = await freePort();
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    await eventually(() => prometheus.get('/api/v1/alerts'));
    return prometheus;
  }

  /** Waits until the alert fires, and repeats the fault meanwhile. */
  fires(name: string, cause: () => Promise<unknown> = async () => undefined): Promise<FiringAlert> {
    return eventually(async () => {
      await cause();
      const alert = (await this.firing()).find(({ labels }) => labels.alertname === name);
      if (!alert) throw new Error(`${name} does not fire`);
      return alert;
    }, TIMEOUT_MS);
  }

  isQuiet(name: string): Promise<void> {
    return eventually(async () => {
      const firing = (await this.firing()).map(({ labels }) => labels.alertname);
      if (firing.includes(name)) throw new Error(`${name} still fires`);
    }, TIMEOUT_MS);
  }

  /** Returns the alerts that are firing. */
  async firing(): Promise<FiringAlert[]> {
    const { alerts } = await this.get<{ alerts: FiringAlert[] }>('/api/v1/alerts');
    return alerts.filter(({ state }) => state === 'firing');
  }

  /** @returns the value of each series */
  async query(query: string): Promise<number[]> {
    const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
    const { result } = await this.get<{ result: { value: [number, string] }[] }>(path);
    return result.map(({ value: [, text] }) => Number(text));
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.url + path);
    const { status, data } = (await response.json()) as { status: string; data: T };
    if (status !== 'success') throw new Error(`Prometheus answered ${path} with ${response.status}`);
    return data;
  }
}

const why =
  spawnSync('prometheus', ['--version']).error && 'prometheus is not installed (Debian: prometheus)';
if (why) process.stderr.write(`Tests of alerts are skipped: ${why}\n`);
/** Skipped if Prometheus is not installed. */
export const describeWithPrometheus = why ? describe.skip : describe;

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function millisecondsOf(duration: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  if (!amount) throw new Error(`What is ${duration}?`);
  return Number(amount) * UNITS[unit]!;
}
