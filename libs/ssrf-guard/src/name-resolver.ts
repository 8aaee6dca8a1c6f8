import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export type Resolution =
  | { kind: 'found'; addresses: readonly string[] }
  /** Nobody has that name, or it has no address. */
  | { kind: 'unknown' }
  /** The resolver did not answer: nothing is known of the name. */
  | { kind: 'trouble' };

/** Turns a name into its addresses. */
export abstract class NameResolver {
  /** Never throws; gives up on its own after a few seconds. */
  abstract resolve(name: string): Promise<Resolution>;
}

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * The hosts file, then DNS over sockets of its own. Not `dns.lookup`: that blocks one of a process's four
 * threads for as long as a dead name server takes, and four such names would hold up everybody.
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

/** The addresses that `/etc/hosts` gives a name; none where there is no such file. */
async function addressesInHostsFile(name: string): Promise<string[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((known) => known.toLowerCase() === name) ? [address] : [];
  });
}
