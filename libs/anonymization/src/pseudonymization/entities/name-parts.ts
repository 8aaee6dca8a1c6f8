import { fold } from '../../lexicon/fold';
import type { Gender } from '../../lexicon/titles';
import { shapeOf } from '../../lexicon/letter-case';

/**
 * One original part of a name, and its surrogate everywhere in the table (contract: Anonymizing and restoring, rule 3).
 */
export interface NamePart {
  /** As in running text: `Müller`, `McDonald` */
  original: string;
  surrogate: string;
  role: 'given' | 'family';
  gender?: Gender;
}

const NAME_WORD = /[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;

/**
 * Maps original parts to surrogate parts and back, for every spelling in which a form was issued (`WEBER` for `MÜLLER`,
 * `Webers` for `Müllers`).
 */
export class NameParts {
  private readonly list: NamePart[] = [];
  private readonly byOriginal = new Map<string, NamePart[]>();
  private readonly bySurrogate = new Map<string, NamePart>();
  private readonly originals = new Map<string, string>();
  private readonly surrogates = new Map<string, string>();

  all(): readonly NamePart[] {
    return this.list;
  }

  /** @throws Error if the surrogate already belongs to another part */
  add(part: NamePart): NamePart {
    const surrogate = fold(part.surrogate);
    if (this.bySurrogate.has(surrogate)) throw new Error('a surrogate part must belong to exactly one part');
    this.list.push(part);
    this.bySurrogate.set(surrogate, part);
    const original = fold(part.original);
    this.byOriginal.set(original, [...(this.byOriginal.get(original) ?? []), part]);
    return part;
  }

  /** Returns the parts that a folded original word may be a spelling of. */
  forOriginal(folded: string): readonly NamePart[] {
    return this.byOriginal.get(folded) ?? [];
  }

  /** Returns the part with a folded surrogate word. */
  behind(folded: string): NamePart | undefined {
    return this.bySurrogate.get(folded);
  }

  /** Returns the surrogate word of exactly this original word. */
  surrogateOf(original: string): string | undefined {
    return this.surrogates.get(original);
  }

  /** Returns the original word of exactly this surrogate word. */
  originalOf(surrogate: string): string | undefined {
    return this.originals.get(surrogate);
  }

  /** Stores a pair of words, unless one of them already has another partner. */
  pair(original: string, surrogate: string): boolean {
    const taken = this.originals.get(surrogate) ?? original;
    const given = this.surrogates.get(original) ?? surrogate;
    if (taken !== original || given !== surrogate) return false;
    this.originals.set(surrogate, original);
    this.surrogates.set(original, surrogate);
    return true;
  }

  /**
   * Stores the pairs of words of an issued form. Initials are skipped, because they only have a meaning inside their
   * form.
   */
  learn(original: string, replacement: string): void {
    const words = original.match(NAME_WORD) ?? [];
    const surrogates = replacement.match(NAME_WORD) ?? [];
    if (words.length !== surrogates.length) return;
    words.forEach((word, index) => {
      const surrogate = surrogates[index];
      if (surrogate && surrogate !== word && surrogate.length > 1) this.pair(word, surrogate);
    });
  }
}

/** Returns `surrogate` in the spelling of `word`, if `word` is one of the plain spellings of `part`. */
export function spelledLike(word: string, part: NamePart): string | undefined {
  return shapeOf(word, part.original)?.(part.surrogate);
}
