import type { AddressRules } from './address-rules';
import type { NameResolver } from './name-resolver';
import { isLiteral, type Target } from './target';

export type Location =
  /** All allowed; IPv4 first, since more networks reach it. */
  { kind: 'allowed'; addresses: readonly string[] } | { kind: 'refused' | 'unknown' | 'trouble' };

/**
 * Where a target is, and whether it may be called. One refused address refuses the name: whoever controls
 * a name could otherwise mix an inside address among good ones.
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
