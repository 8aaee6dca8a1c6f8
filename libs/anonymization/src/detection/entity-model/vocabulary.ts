import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { PieceTrie } from './piece-trie';

const FORMAT = z.object({
  format: z.literal(3),
  version: z.string(),
  window: z.int().positive(),
  bos: z.int(),
  pad: z.int(),
  eos: z.int(),
  unk: z.int(),
  newline: z.int(),
  unkScore: z.int(),
  pieces: z.array(z.string()),
  scores: z.array(z.int()),
  normalization: z.record(z.string(), z.string()),
  decoding: z
    .object({
      classes: z.tuple([z.literal('O')], z.string().regex(/^[BI]-[A-Z]+$/)),
      bias: z.array(z.number()),
    })
    .refine(({ classes, bias }) => classes.length === bias.length, 'not one bias for each class'),
});

/**
 * The classes of a word, in the order of its scores, and the bias of each: "O" outside, "B-X" at the start of a span of kind
 * X, "I-X" inside it.
 */
export type Decoding = Readonly<z.infer<typeof FORMAT>['decoding']>;

/** The entity model's data in addition to its network: pieces, normalization, window, decoding. */
export interface Vocabulary {
  version: string;
  /** The maximum number of pieces in a window, without the special pieces at both ends. */
  window: number;
  special: { bos: number; eos: number; unk: number; newline: number };
  unkScore: number;
  trie: PieceTrie;
  /** Code point -> the code points that replace it. */
  normalization: ReadonlyMap<number, readonly number[]>;
  decoding: Decoding;
}

/** @throws Error that names the file if it is missing, damaged or in another format */
export function readVocabulary(path: string): Vocabulary {
  const { pieces, scores, bos, pad, eos, unk, newline, normalization, ...rest } = parse(path);
  const special = new Set([bos, pad, eos, unk]);
  return {
    version: rest.version,
    window: rest.window,
    special: { bos, eos, unk, newline },
    unkScore: rest.unkScore,
    trie: new PieceTrie(
      pieces.flatMap((piece, id) => (special.has(id) ? [] : [{ piece, id, score: scores[id] ?? 0 }])),
    ),
    normalization: new Map(
      Object.entries(normalization).map(([from, to]) => [codePoints(from)[0] ?? 0, codePoints(to)]),
    ),
    decoding: rest.decoding,
  };
}

function parse(path: string): z.infer<typeof FORMAT> {
  try {
    return FORMAT.parse(JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')));
  } catch (cause) {
    throw new Error(`${path} is not a vocabulary of the entity model (format 3)`, { cause });
  }
}

const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
