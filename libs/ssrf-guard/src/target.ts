import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_LENGTH = 2_048;

/** The host and port of an address. */
export interface Target {
  url: URL;
  /** Lower case, without the brackets of IPv6 and without a trailing dot. */
  host: string;
  port: number;
}

/**
 * Parses an address like every client (WHATWG URL: `0x7f.1` is 127.0.0.1, full-width letters equal plain ones).
 *
 * @param allowHttp whether `http://` may be called too: for development
 * @returns undefined if it is not https, has credentials, or names a port other than 443 and 1024-65535
 */
export function readTarget(address: string, allowHttp: boolean): Target | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const plain = allowHttp && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !plain) return undefined;
  if (url.username || url.password) return undefined;
  const port = Number(url.port || (plain ? 80 : 443));
  if (port < 1024 && port !== (plain ? 80 : 443)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return host ? { url, host, port } : undefined;
}

const isLiteral = (host: string): boolean => isIP(host) !== 0;

export type Location =
  /** All addresses are allowed; IPv4 first, because more networks reach it. */
  { kind: 'allowed'; addresses: readonly string[] } | { kind: 'refused' | 'unknown' | 'trouble' };

/**
 * Resolves a target and decides whether it may be called. One refused address refuses the name, because an attacker who
 * controls a name could add an internal address to public ones.
 */
export async function locate(
  { host }: Target,
  rules: AddressRules,
  resolver: NameResolver,
): Promise<Location> {
  if (isLiteral(host))
    return rules.allows(host) ? { kind: 'allowed', addresses: [host] } : { kind: 'refused' };
  const resolution = await resolver.resolve(host);
  if (resolution.kind !== 'found') return resolution;
  const { addresses } = resolution;
  if (!addresses.every((address) => rules.allows(address))) return { kind: 'refused' };
  return { kind: 'allowed', addresses: [...addresses].sort((a, b) => Number(isV6(a)) - Number(isV6(b))) };
}

const isV6 = (address: string): boolean => address.includes(':');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** RFC 4291: the only part of IPv6 with global addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public addresses of services that only the machine itself can reach: Azure's agents and metadata. */
const INSIDE = new Set(['168.63.129.16']);

/** Decides which addresses may be called: public ones, and the operator's allowed networks (contract: Webhooks). */
export class AddressRules {
  private readonly networks: readonly Network[];

  /**
   * @param allowedNetworks CIDRs
   * @throws Error if one is malformed
   */
  constructor(allowedNetworks: readonly string[]) {
    this.networks = allowedNetworks.map((network) => {
      const [address, bits] = ipaddr.parseCIDR(network);
      return [address, bits];
    });
  }

  /** @param address an IPv4 or IPv6 address; IPv4-mapped IPv6 (`::ffff:10.0.0.1`) counts as IPv4 */
  allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return isPublic(parsed) || this.networks.some((network) => contains(network, parsed));
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || INSIDE.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_UNICAST);
}

const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

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
