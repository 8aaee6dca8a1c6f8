import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** RFC 4291: the only part of IPv6 from which global addresses are given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by number, and yet a service of the machine's own surroundings: Azure's agents and metadata. */
const INSIDE = new Set(['168.63.129.16']);

/** Which addresses may be called: the public ones, and the networks that the operator named (contract: Webhooks). */
export class AddressRules {
  private readonly networks: readonly Network[];

  /**
   * @param allowedNetworks CIDRs
   * @throws Error where one of them is none
   */
  constructor(allowedNetworks: readonly string[]) {
    this.networks = allowedNetworks.map((network) => {
      const [address, bits] = ipaddr.parseCIDR(network);
      return [address, bits];
    });
  }

  /** @param address an IPv4 or IPv6 address; IPv4 within IPv6 (`::ffff:10.0.0.1`) counts as IPv4 */
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
