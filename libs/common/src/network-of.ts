import ipaddr from 'ipaddr.js';

/**
 * Returns the address that counts as one caller: an IPv4 address, or the 64 bits of an IPv6 address that one subscriber
 * controls. Single IPv6 addresses would make counting pointless (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString();
}
