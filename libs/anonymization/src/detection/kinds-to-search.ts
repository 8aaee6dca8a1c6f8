import { ENTITY_TYPES, type EntityType } from '../kinds/entity-type';
import { NETWORK_KINDS } from './entity-model/decode-entities';

/** Returns whether the network, the most expensive part of a search, finds one of these kinds. */
export const needsNetwork = (kinds: readonly EntityType[]): boolean =>
  kinds.some((kind) => NETWORK_KINDS.has(kind));

/**
 * Returns the kinds to search for: only the wanted ones if patterns find them all; otherwise all kinds, since the network's
 * findings are resolved together with those of all kinds.
 *
 * @returns each kind once, in the order of `ENTITY_TYPES`
 */
export function kindsToSearch(wanted: readonly EntityType[]): readonly EntityType[] {
  return needsNetwork(wanted) ? ENTITY_TYPES : ENTITY_TYPES.filter((kind) => wanted.includes(kind));
}

/** Returns whether a search for `searched` covers `wanted`. */
export const answersFor = (searched: readonly EntityType[], wanted: readonly EntityType[]): boolean =>
  wanted.every((kind) => searched.includes(kind));
