import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const file = z.object({
  path: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
const whisperManifest = z.object({
  name,
  engine: z.literal('whisper'),
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).min(1),
  /** Whether its decoder outputs the attention from which token times are computed. */
  alignment: z.boolean(),
  files: z.object({ encoder: file, decoder: file, tokens: file }),
});

/** The cosines at which voices belong together. They depend on the encoder. */
export const voiceThresholds = z.object({
  /** Two speakers with a larger cosine are one. */
  sameSpeaker: z.number().gt(0).lt(1),
  /** Two groups of a short recording with a smaller average cosine are two speakers. */
  leastLink: z.number().gt(0).lt(1),
});
export type VoiceThresholds = z.infer<typeof voiceThresholds>;

/** The thresholds of the encoder that ships with the service. */
export const SHIPPED_THRESHOLDS: VoiceThresholds = { sameSpeaker: 0.85, leastLink: 0.55 };

const voiceEncoderManifest = z.object({
  name,
  engine: z.literal('voice-encoder'),
  thresholds: voiceThresholds,
  files: z.object({ encoder: file }),
});

/** `model.json`, stored with a model's files: its description, its capabilities, and the digests of its files. */
export const modelManifest = z.discriminatedUnion('engine', [whisperManifest, voiceEncoderManifest]);
export type ModelManifest = z.infer<typeof modelManifest>;
export type WhisperManifest = z.infer<typeof whisperManifest>;
export type VoiceEncoderManifest = z.infer<typeof voiceEncoderManifest>;
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
