import { isIP } from 'node:net';
import type { AddressRules } from './address-rules';
import type { NameResolver } from './name-resolver';

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
