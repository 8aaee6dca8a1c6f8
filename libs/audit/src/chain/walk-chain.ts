import { hashActor } from '../calls/model-calls.store';
import { BEGINNING, chainOf, type Chain, type ChainEntry, type ChainHead, type Seal } from './chain-entry';
import { sealHash } from './seal-hash';

/** The row of a seal, with its entry, and the caller if the entry is a call. */
export interface LinkRow extends Omit<Seal, 'seq'>, Nullable<Omit<ChainEntry, 'id'>> {
  /** In the format of PostgreSQL. */
  seq: string;
  entry_id: string;
  /** Null if the entry no longer exists. */
  id: string | null;
  /** The user who caused it, unless forgotten. */
  user_id: string | null;
  user_organization_id: string | null;
  salt: Buffer | null;
}
type Nullable<T> = { [K in keyof T]: T[K] | null };

/**
 * The reason why a chain is broken: its `beginning` was cut off without an entry about it; a `gap` in the numbers; a
 * `link` that is not the previous hash; an entry that is `missing` or was `changed`; an `actor` that does not match the
 * hash.
 */
export type BreakReason = 'beginning' | 'gap' | 'link' | 'missing' | 'changed' | 'actor';

/** The first broken entry of a chain. */
export interface ChainBreak {
  seq: number;
  entryId: string;
  reason: BreakReason;
}

/** Checks a chain link by link, from its beginning or from the end of the pruned part. */
export class ChainWalk {
  /** The number of valid entries. */
  entries = 0;
  /** The last valid position, or the beginning. */
  last: ChainHead = BEGINNING;
  /** The last seal of the pruned part. */
  pruned: ChainHead | undefined;
  broken: ChainBreak | undefined;
  private hasBegun = false;

  /** @param isTold returns whether an entry reports that the chain was pruned up to a position */
  constructor(
    private readonly chain: Chain,
    private readonly isTold: (upTo: ChainHead) => boolean,
  ) {}

  /**
   * Checks the next link.
   *
   * @returns false if the chain is broken there
   */
  step(row: LinkRow): boolean {
    const seq = Number(row.seq);
    const reason = this.hasBegun ? this.judge(row, seq) : this.begin(row, seq);
    this.hasBegun = true;
    if (reason) this.broken = { seq, entryId: row.entry_id, reason };
    else this.last = { seq, hash: row.hash };
    return !reason;
  }

  /** Checks the first row: the last seal of the pruned part, or the first seal of all. */
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

/** Returns whether the hash in the chain belongs to the named user. */
const isTheirs = ({ salt, user_id, user_organization_id, organization_id, actor_hash }: LinkRow): boolean =>
  salt === null ||
  (user_organization_id === organization_id &&
    hashActor(salt, String(user_id)).toString('hex') === actor_hash);
