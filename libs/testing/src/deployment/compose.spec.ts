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

  it('lets only the migrations log in as the owner of the database [SEC-79]', () => {
    const login = (address: unknown) => /^postgres:\/\/(\w+):/.exec(String(address))?.[1];
    expect(login(services.migrate?.environment?.DATABASE_OWNER_URL)).toBe(
      services.postgres?.environment?.POSTGRES_USER,
    );
    for (const name of ['api', 'worker']) {
      const { environment = {} } = services[name]!;
      expect(environment).not.toHaveProperty('DATABASE_OWNER_URL');
      expect(login(environment.DATABASE_URL)).toBe('privacy_chat_app');
    }
  });
});
