import type { EntityTable } from '../../entities/entity-table';

/** Networks that RFC 5737 reserves for documentation. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'] as const;
const HOSTS = 254;
export const DOCUMENTATION_ADDRESSES: readonly string[] = NETWORKS.flatMap((network) =>
  Array.from({ length: HOSTS }, (_, host) => `${network}.${host + 1}`),
);
/** The last bytes of surrogate hardware addresses. */
export const MAC_HOSTS: readonly string[] = Array.from({ length: 256 }, (_, host) =>
  host.toString(16).padStart(2, '0'),
);

const VERSION_4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Six groups of two, or three groups of four */
const MAC = /^(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i;

/**
 * Returns an address of the documentation ranges (RFC 5737, 3849, 7042); `undefined` for an address with a length or
 * port.
 */
export function surrogateAddressOfMachine(
  table: EntityTable,
  original: string,
  attempt: number,
): string | undefined {
  const draw = (count: number): number => table.draw(count, `ip ${original} ${attempt}`);
  if (VERSION_4.test(original)) {
    return DOCUMENTATION_ADDRESSES[draw(DOCUMENTATION_ADDRESSES.length)];
  }
  if (MAC.test(original)) return likeMac(original, MAC_HOSTS[draw(MAC_HOSTS.length)] ?? '');
  if (!original.includes(':')) return undefined;
  const drawn = draw(0x1_0000_0000);
  const groups = [drawn >>> 16, drawn & 0xffff].map((group) => group.toString(16));
  const written = `2001:db8:${groups.join('::')}`;
  return original === original.toUpperCase() ? written.toUpperCase() : written;
}

/** Returns 00-00-5E-00-53-00 to -FF, with the separators and the case of the original. */
function likeMac(original: string, last: string): string {
  const digits = `00005e0053${last}`;
  let at = 0;
  const written = original.replace(/[0-9a-f]/gi, () => digits[at++] ?? '0');
  return original === original.toUpperCase() ? written.toUpperCase() : written;
}
