import type { AuditSubject } from '../audit-event';
import type { Chain, ChainHead } from './chain-entry';

/** Returns a position in a chain as text: the subject of the entry that reports that the chain was pruned up to it. */
export const positionOf = (chain: Chain, { seq, hash }: ChainHead): string => `${chain}/${seq}/${hash}`;

export const positionSubject = (chain: Chain, upTo: ChainHead): AuditSubject => ({
  type: 'chain',
  id: positionOf(chain, upTo),
});
