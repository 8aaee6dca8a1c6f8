import type { AuditSubject } from '../audit-event';
import type { Chain, ChainHead } from './chain-entry';

/** A place in a chain in one text: the subject of the entry that tells that the chain was pruned up to there. */
export const placeOf = (chain: Chain, { seq, hash }: ChainHead): string => `${chain}/${seq}/${hash}`;

export const placeSubject = (chain: Chain, upTo: ChainHead): AuditSubject => ({
  type: 'chain',
  id: placeOf(chain, upTo),
});
