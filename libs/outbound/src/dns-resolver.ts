import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { addressesInHostsFile } from './hosts-file';
import { NameResolver, type Resolution } from './name-resolver';

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
