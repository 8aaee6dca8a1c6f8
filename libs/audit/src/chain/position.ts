import type { AuditSubject } from '../audit-event';
import type { Chain, ChainHead } from './chain-entry';

/** A place in a chain in one text: the subject of the entry that tells that the chain was pruned up to there. */
export const positionOf = (chain: Chain, { seq, hash }: ChainHead): string => `${chain}/${seq}/${hash}`;

export const positionSubject = (chain: Chain, upTo: ChainHead): AuditSubject => ({
  type: 'chain',
  id: positionOf(chain, upTo),
});
