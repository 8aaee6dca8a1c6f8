import ipaddr from 'ipaddr.js';

/**
 * Who counts as one caller: an IPv4 address; of IPv6 the 64 bits that one subscriber gets, or counting would be
 * pointless (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString();
}
