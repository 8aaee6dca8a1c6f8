import { isIP } from 'node:net';

const MAX_LENGTH = 2_048;

/** What an address says about whom to call. */
export interface Target {
  url: URL;
  /** Lower case, without the brackets of IPv6 and without a trailing dot. */
  host: string;
  port: number;
}

/**
 * Reads an address as every client does (WHATWG URL: `0x7f.1` is 127.0.0.1, full-width letters are plain ones).
 *
 * @param allowHttp whether `http://` may be called too: for development
 * @returns undefined where it is not https, carries credentials, or names a port other than 443 and 1024-65535
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

export const isLiteral = (host: string): boolean => isIP(host) !== 0;
