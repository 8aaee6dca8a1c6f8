import { fold } from '../lexicon/fold';
import type { Gender } from '../lexicon/titles';
import { shapeOf } from '../text/inflection';

/** One original part of a name and the surrogate that stands for it everywhere in the table (contract: Anonymizing and restoring, rule 3). */
export interface NamePart {
  /** As a name is written in running text: `Müller`, `McDonald` */
  original: string;
  surrogate: string;
  role: 'given' | 'family';
  gender?: Gender;
}

const NAME_WORD = /[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;

/**
 * Which surrogate part stands for which original part, both ways, and for every spelling in which a form was
 * issued (`WEBER` for `MÜLLER`, `Webers` for `Müllers`).
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

  /** @throws Error where the surrogate stands for another part already */
  add(part: NamePart): NamePart {
    const surrogate = fold(part.surrogate);
    if (this.bySurrogate.has(surrogate)) throw new Error('a surrogate part stands for exactly one part');
    this.list.push(part);
    this.bySurrogate.set(surrogate, part);
    const original = fold(part.original);
    this.byOriginal.set(original, [...(this.byOriginal.get(original) ?? []), part]);
    return part;
  }

  /** Parts that a folded original word may be a spelling of. */
  forOriginal(folded: string): readonly NamePart[] {
    return this.byOriginal.get(folded) ?? [];
  }

  /** The part behind a folded surrogate word. */
  behind(folded: string): NamePart | undefined {
    return this.bySurrogate.get(folded);
  }

  /** The word that stands for exactly this original word. */
  surrogateOf(original: string): string | undefined {
    return this.surrogates.get(original);
  }

  /** The original word behind exactly this surrogate word. */
  originalOf(surrogate: string): string | undefined {
    return this.originals.get(surrogate);
  }

  /** Takes a pair of words for good, unless one of them is paired otherwise. */
  pair(original: string, surrogate: string): boolean {
    const taken = this.originals.get(surrogate) ?? original;
    const given = this.surrogates.get(original) ?? surrogate;
    if (taken !== original || given !== surrogate) return false;
    this.originals.set(surrogate, original);
    this.surrogates.set(original, surrogate);
    return true;
  }

  /** Takes over the pairs of words of an issued form; initials mean something in their form alone. */
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

/** `surrogate` written as `word` is, where `word` is one of the plain spellings of `part`. */
export function spelledLike(word: string, part: NamePart): string | undefined {
  return shapeOf(word, part.original)?.(part.surrogate);
}
