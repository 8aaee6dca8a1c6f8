import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '@app/common';
import { whisperLanguages } from '../speech-languages';
import { SHIPPED_THRESHOLDS, voiceThresholds } from './model-manifest';

/**
 * Whisper (OpenAI, MIT) as exported by the authors of sherpa-onnx. The folder of their release contains the archives and
 * `checksum.txt`, the page with the SHA-256 of each.
 */
const FOLDER = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';
const PAGE = `${FOLDER}/checksum.txt`;

const whisper = (size: string, bytes: number, sha256: string): object => {
  const folder = `sherpa-onnx-whisper-${size}`;
  return {
    name: `whisper-${size}`,
    languages: 'multilingual',
    license: 'MIT',
    page: PAGE,
    archive: {
      url: `${FOLDER}/${folder}.tar.bz2`,
      bytes,
      sha256,
      members: {
        encoder: `${folder}/${size}-encoder.int8.onnx`,
        decoder: `${folder}/${size}-decoder.int8.onnx`,
        tokens: `${folder}/${size}-tokens.txt`,
      },
    },
  };
};

/**
 * The network of the encoder that ships with the service, without the reduction of its weights to 8 bits, so that the thresholds
 * are the same. `checksum.txt` of the release states the SHA-256.
 */
const VOICES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models';
const CAMPPLUS: object = {
  name: 'campplus-zh-en',
  engine: 'voice-encoder',
  license: 'Apache-2.0',
  page: `${VOICES}/checksum.txt`,
  thresholds: SHIPPED_THRESHOLDS,
  file: {
    url: `${VOICES}/3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx`,
    bytes: 28_281_164,
    sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
  },
};

/** The models that `models pull` knows without a list of the operator. */
export const KNOWN_MODELS: readonly object[] = [
  whisper('tiny', 116_204_861, 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1'),
  whisper('base', 207_557_382, '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de'),
  whisper('small', 639_387_718, '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6'),
  CAMPPLUS,
];

const download = z.object({
  url: z.url({ protocol: /^https?$/ }),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const member = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/)
  .refine((path) => !path.split('/').includes('..'));

const described = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  license: z.string(),
  /** The page that states URL and digest. */
  page: z.url(),
});

/** A Whisper model that can be pulled: a tar archive, and the paths of the files in it. */
const whisperEntry = described.extend({
  engine: z.literal('whisper').default('whisper'),
  /** `multilingual`, or the codes of its languages. */
  languages: z.union([z.literal('multilingual').transform(whisperLanguages), z.array(z.string()).min(1)]),
  archive: download.extend({ members: z.object({ encoder: member, decoder: member, tokens: member }) }),
});

/** An encoder of voices that can be pulled: one .onnx file. */
const voiceEncoderEntry = described.extend({
  engine: z.literal('voice-encoder'),
  thresholds: voiceThresholds,
  file: download,
});

const entry = z.union([voiceEncoderEntry, whisperEntry]);
export type CatalogueEntry = z.output<typeof entry>;

/** The operator's own list in `MODELS_DIR`, in the same format. An entry replaces a known model with the same name. */
export const OWN_CATALOGUE = 'catalogue.json';

/** @throws AppError `bad_request` if the operator's list is invalid */
export async function readCatalogue(modelsDir: string): Promise<CatalogueEntry[]> {
  const own = await readOwn(join(modelsDir, OWN_CATALOGUE));
  const names = new Set(own.map(({ name }) => name));
  return [
    ...own,
    ...z
      .array(entry)
      .parse(KNOWN_MODELS)
      .filter(({ name }) => !names.has(name)),
  ];
}

async function readOwn(file: string): Promise<CatalogueEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  const parsed = z.array(entry).safeParse(toJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(
    'bad_request',
    `${file} is not a list of models: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
