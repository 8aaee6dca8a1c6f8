import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const file = z.object({
  path: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** `model.json`, stored with a model's files: its description, its capabilities, and the digests of its files. */
export const modelManifest = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  engine: z.literal('whisper'),
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).min(1),
  /** Whether its decoder outputs the attention from which token times are computed. */
  alignment: z.boolean(),
  files: z.object({ encoder: file, decoder: file, tokens: file }),
});
export type ModelManifest = z.infer<typeof modelManifest>;
export type ModelFile = z.infer<typeof file>;

export const MANIFEST_NAME = 'model.json';
export const MODEL_ROLES = ['encoder', 'decoder', 'tokens'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** Returns the SHA-256 of a file in hexadecimal. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
