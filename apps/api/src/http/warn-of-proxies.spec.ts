import type { Request, Response } from 'express';
import { warnOfProxies } from './warn-of-proxies';

describe('an untrusted proxy', () => {
  const lines: unknown[][] = [];
  const arrive = (handler: ReturnType<typeof warnOfProxies>, headers: object): void => {
    const next = jest.fn();
    void handler({ headers } as Request, {} as Response, next);
    expect(next).toHaveBeenCalledWith();
  };

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip'])(
    'causes one warning that does not quote its headers: %s',
    (name) => {
      lines.length = 0;
      const handler = warnOfProxies({ warn: (...line) => lines.push(line) });
      arrive(handler, { host: 'localhost' });
      expect(lines).toEqual([]);
      for (const address of ['203.0.113.7', '203.0.113.8']) arrive(handler, { [name]: address });
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).toContain('TRUST_PROXY');
      expect(JSON.stringify(lines)).not.toContain('203.0.113');
    },
  );
});
