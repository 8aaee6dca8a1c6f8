import { hashActor } from '../calls/hash-actor';
import { BEGINNING, chainOf, type Chain, type ChainEntry, type ChainHead, type Seal } from './chain-entry';
import { sealHash } from './seal-hash';

/** A seal in its row, with the entry that it names, and who caused that where it is a call. */
export interface LinkRow extends Omit<Seal, 'seq'>, Nullable<Omit<ChainEntry, 'id'>> {
  /** As PostgreSQL writes it. */
  seq: string;
  entry_id: string;
  /** Null where the entry is gone. */
  id: string | null;
  /** Who caused it, where that is not forgotten. */
  user_id: string | null;
  user_organization_id: string | null;
  salt: Buffer | null;
}
type Nullable<T> = { [K in keyof T]: T[K] | null };

/**
 * Why a chain is broken: its `beginning` was cut off and no entry tells of it; a `gap` in the numbers; a `link` that is
 * not the hash before; an entry that is `missing` or was `changed`; a person (`actor`) that the hash does not stand for.
 */
export type BreakReason = 'beginning' | 'gap' | 'link' | 'missing' | 'changed' | 'actor';

/** The first entry at which a chain is broken. */
export interface ChainBreak {
  seq: number;
  entryId: string;
  reason: BreakReason;
}

/** Checks a chain link by link, from its beginning or from where it was pruned up to. */
export class ChainWalk {
  /** How many entries hold. */
  entries = 0;
  /** The last one that holds; the beginning where none does. */
  last: ChainHead = BEGINNING;
  /** What was pruned, by its last seal. */
  pruned: ChainHead | undefined;
  broken: ChainBreak | undefined;
  private hasBegun = false;

  /** @param isTold whether an entry tells that the chain was pruned up to there */
  constructor(
    private readonly chain: Chain,
    private readonly isTold: (upTo: ChainHead) => boolean,
  ) {}

  /** The next link. @returns false where the chain is broken there */
  step(row: LinkRow): boolean {
    const seq = Number(row.seq);
    const reason = this.hasBegun ? this.judge(row, seq) : this.begin(row, seq);
    this.hasBegun = true;
    if (reason) this.broken = { seq, entryId: row.entry_id, reason };
    else this.last = { seq, hash: row.hash };
    return !reason;
  }

  /** The seal that was left of what was pruned, or the first one of all. */
  private begin(row: LinkRow, seq: number): BreakReason | undefined {
    if (row.id !== null) return seq === 1 ? this.judge(row, seq) : 'beginning';
    const upTo = { seq, hash: row.hash };
    if (!this.isTold(upTo)) return seq === 1 ? 'missing' : 'beginning';
    this.pruned = upTo;
    return undefined;
  }

  private judge(row: LinkRow, seq: number): BreakReason | undefined {
    const { sealed_at, prev, hash } = row;
    if (seq !== this.last.seq + 1) return 'gap';
    if (prev !== this.last.hash) return 'link';
    if (row.id === null) return 'missing';
    const entry = row as ChainEntry;
    if (chainOf(entry) !== this.chain) return 'changed';
    if (sealHash(entry, { chain: this.chain, seq, sealed_at, prev }) !== hash) return 'changed';
    if (!isTheirs(row)) return 'actor';
    this.entries += 1;
    return undefined;
  }
}

/** Whether the person who is named is the one whose hash is in the chain. */
const isTheirs = ({ salt, user_id, user_organization_id, organization_id, actor_hash }: LinkRow): boolean =>
  salt === null ||
  (user_organization_id === organization_id &&
    hashActor(salt, String(user_id)).toString('hex') === actor_hash);
