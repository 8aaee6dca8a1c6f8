import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export type Resolution =
  | { kind: 'found'; addresses: readonly string[] }
  /** The name does not exist or has no address. */
  | { kind: 'unknown' }
  /** The resolver did not answer, so nothing is known about the name. */
  | { kind: 'trouble' };

/** Resolves a name to its addresses. */
export abstract class NameResolver {
  /** Never throws. Times out after a few seconds. */
  abstract resolve(name: string): Promise<Resolution>;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Reads the hosts file, then DNS on its own sockets. Not `dns.lookup`, because that blocks one of a process's four
 * threads until a dead name server times out, and four such names would block all look-ups.
 */
export class DnsResolver extends NameResolver {
  private readonly dns = new Resolver({ timeout: 1_500, tries: 2 });

  async resolve(name: string): Promise<Resolution> {
    if (name === 'localhost' || name.endsWith('.localhost')) return { kind: 'found', addresses: LOOPBACK }; // RFC 6761
    const listed = await addressesInHostsFile(name);
    if (listed.length > 0) return { kind: 'found', addresses: listed };
    const answers = await Promise.allSettled([this.dns.resolve4(name), this.dns.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return { kind: 'found', addresses };
    return { kind: answers.every(saysThereIsNone) ? 'unknown' : 'trouble' };
  }
}

const NONE: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

const saysThereIsNone = (answer: PromiseSettledResult<string[]>): boolean =>
  answer.status === 'rejected' && NONE.has((answer.reason as NodeJS.ErrnoException).code ?? '');

/** Returns the addresses of a name in `/etc/hosts`; none if there is no such file. */
async function addressesInHostsFile(name: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((known) => known.toLowerCase() === name) ? [address] : [];
  });
}
