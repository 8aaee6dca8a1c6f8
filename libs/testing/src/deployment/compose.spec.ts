import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Service {
  environment?: Record<string, string | number>;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number | string;
  pids_limit?: number;
  command?: string[];
  ports?: string[];
  healthcheck?: { test?: string[] };
}

const FILE = join(__dirname, '../../../../docker/compose.yaml');
const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

describe('docker/compose.yaml', () => {
  it.each(Object.entries(services))(
    'runs %s read-only, without root privileges, and with limits for memory, processors and processes',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        cpus: expect.anything(),
        pids_limit: expect.any(Number),
      });
    },
  );

  it('checks the health of api and worker as the image does', () => {
    const [, image] = /CMD \[.*"-e", "(.*)"\]/.exec(readFileSync(join(FILE, '../Dockerfile'), 'utf8'))!;
    for (const name of ['api', 'worker'])
      expect(services[name]!.healthcheck?.test?.at(-1)?.replace('$$', '$').replace(' ?? 3000', '')).toBe(
        image,
      );
  });

  it('watches api and worker by the names of their services, only with secrets that are set', () => {
    const { scrape_configs: jobs } = parse(
      readFileSync(join(FILE, '../prometheus/prometheus.yaml'), 'utf8'),
    ) as {
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[] }[] }[];
    };
    const watched = jobs.flatMap(({ dns_sd_configs: all }) => all.flatMap(({ names }) => names));
    expect(watched).toEqual(['api', 'worker']);
    expect(jobs.map(({ job_name }) => job_name)).toEqual(watched.map((name) => `privacy-chat-${name}`));
    for (const [name, secret] of [
      ['prometheus', 'METRICS_TOKEN'],
      ['grafana', 'GF_SECURITY_ADMIN_PASSWORD'],
    ] as const)
      expect(services[name]!.command).toEqual([
        expect.stringMatching(new RegExp(String.raw`^test -n "\$\$${secret}" \|\| \{ .*exit 1; \}\n`)),
      ]);
  });

  it('publishes ports on this machine only, but for Caddy', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      name === 'proxy' ? [] : ports,
    );
    expect(published).toHaveLength(4);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:\$\{\w+_PORT:-\d+\}:\d+$/);
  });

  it('lets only the migrations log in as the owner of the database [SEC-79]', () => {
    const login = (address: unknown) => /^postgres:\/\/(\w+):/.exec(String(address))?.[1];
    expect(login(services.migrate?.environment?.DATABASE_OWNER_URL)).toBe(
      services.postgres?.environment?.POSTGRES_USER,
    );
    for (const name of ['api', 'worker', 'backup']) {
      const { environment = {} } = services[name]!;
      expect(environment).not.toHaveProperty('DATABASE_OWNER_URL');
      if (name !== 'backup') expect(environment).not.toHaveProperty('DATABASE_BACKUP_URL');
      expect(login(environment.DATABASE_URL)).toBe('privacy_chat_app');
    }
  });

  it('gives the keys of the store for backups to no program that serves requests or runs jobs [SEC-201]', () => {
    const names = (service: string) => Object.keys(services[service]!.environment ?? {});
    const isOfBackups = (name: string) => name.startsWith('BACKUP_S3_');
    expect(names('backup').filter(isOfBackups)).toHaveLength(5);
    for (const service of ['api', 'worker']) expect(names(service).filter(isOfBackups)).toEqual([]);
  });
});
