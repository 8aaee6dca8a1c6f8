import ipaddr from 'ipaddr.js';

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
