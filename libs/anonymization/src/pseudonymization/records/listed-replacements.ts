import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RESERVED_DOMAINS, RESERVED_LABELS } from '../../../data/reserved';
import { SURROGATE_WORDS } from '../../lexicon/surrogate-words';
import { type Claim, claimOfDomain, claimOfWord } from './claims';

const WORDS: readonly Claim[] = SURROGATE_WORDS.map((word) => claimOfWord(word));
const DOMAINS: readonly Claim[] = [
  ...RESERVED_DOMAINS,
  ...RESERVED_LABELS.map((label) => `${label}.example`),
].map((domain) => claimOfDomain(domain));
const ALL: readonly Claim[] = [...WORDS, ...DOMAINS];

const byKey = new Map(ALL.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)));
const VERSION = createHash('sha256')
  .update(ALL.map(({ text }) => text).join(' '))
  .digest('base64')
  .slice(0, 8);

/** The share of the surrogate names beyond which new names get placeholders. */
const MOST_OF_NAMES = 0.9;

export const storedLists = z.object({
  /** A hash of the lists */
  version: z.string(),
  /** One bit for each entry, base64 */
  taken: z.string(),
});

/**
 * The surrogate names and domains of the lists that a table in records cannot issue any more. Without them, a part of the
 * table would draw one that another record has.
 */
export class ListedReplacements {
  private constructor(private readonly bits: Buffer) {}

  static none(): ListedReplacements {
    return new ListedReplacements(Buffer.alloc(Math.ceil(ALL.length / 8)));
  }

  /** Returns what `write` stored; `undefined` if it belongs to other lists, those of another version of this service. */
  static read({ version, taken }: z.infer<typeof storedLists>): ListedReplacements | undefined {
    return version === VERSION ? new ListedReplacements(Buffer.from(taken, 'base64')) : undefined;
  }

  /** Finds out which are taken. @param taken returns those of the keys that records have */
  static async ask(
    taken: (keys: readonly { key: string }[]) => Promise<ReadonlySet<string>>,
  ): Promise<ListedReplacements> {
    return ListedReplacements.none().with(await taken([...byKey.keys()].map((key) => ({ key }))));
  }

  /** Returns the same with those that records with these keys have. */
  with(keys: Iterable<string>): ListedReplacements {
    const bits = Buffer.from(this.bits);
    for (const key of keys) {
      const at = byKey.get(key);
      if (at !== undefined) bits[at >> 3]! |= 1 << (at & 7);
    }
    return new ListedReplacements(bits);
  }

  write(): z.infer<typeof storedLists> {
    return { version: VERSION, taken: this.bits.toString('base64') };
  }

  get taken(): Claim[] {
    return ALL.filter((_, at) => this.has(at));
  }

  /** Whether most names are taken. */
  get isShortOfNames(): boolean {
    return WORDS.filter((_, at) => this.has(at)).length > MOST_OF_NAMES * WORDS.length;
  }

  private has(at: number): boolean {
    return (this.bits[at >> 3]! & (1 << (at & 7))) !== 0;
  }
}
