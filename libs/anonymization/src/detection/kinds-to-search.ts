import { ENTITY_TYPES, type EntityType } from '../entity-type';
import { NETWORK_KINDS } from './entity-model/decode-entities';

/** Whether the network, which costs most of a search, finds one of these kinds. */
export const needsNetwork = (kinds: readonly EntityType[]): boolean =>
  kinds.some((kind) => NETWORK_KINDS.has(kind));

/**
 * What is looked for where some kinds are wanted: those alone where patterns find them all; else everything, since what
 * the network finds is decided among the findings of all kinds.
 *
 * @returns each kind once, in the order of `ENTITY_TYPES`
 */
export function kindsToSearch(wanted: readonly EntityType[]): readonly EntityType[] {
  return needsNetwork(wanted) ? ENTITY_TYPES : ENTITY_TYPES.filter((kind) => wanted.includes(kind));
}

/** Whether a text in which `searched` was looked for need not be searched for `wanted`. */
export const answersFor = (searched: readonly EntityType[], wanted: readonly EntityType[]): boolean =>
  wanted.every((kind) => searched.includes(kind));
