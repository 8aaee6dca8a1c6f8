import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@app/common';
import { checkVoiceEncoder } from './check-voice-encoder';
import {
  fileDigest,
  MANIFEST_NAME,
  MODEL_ROLES,
  modelManifest,
  type ModelFile,
  type ModelManifest,
  type ModelRole,
  type VoiceEncoderManifest,
  type VoiceThresholds,
  type WhisperManifest,
} from './model-manifest';

export interface ImportModelInput {
  name: string;
  languages: readonly string[];
  /** The paths of the three files, as exported for sherpa-onnx. */
  files: Record<ModelRole, string>;
}

/** Copies a model's files into `MODELS_DIR` and writes a manifest. The model is installed completely or not at all. */
export class ImportModel {
  constructor(private readonly modelsDir: string) {}

  /**
   * @throws AppError `bad_request` if a file is missing or a name or language is invalid, `conflict` if the model
   *   exists
   */
  async execute({ name, languages, files }: ImportModelInput): Promise<WhisperManifest> {
    return install(this.modelsDir, name, async (folder) => {
      const described = await Promise.all(MODEL_ROLES.map((role) => take(files[role], folder)));
      const [encoder, decoder, tokens] = described as [ModelFile, ModelFile, ModelFile];
      const alignment = await hasAlignment(join(folder, decoder.path));
      return {
        name,
        engine: 'whisper',
        languages: [...languages],
        alignment,
        files: { encoder, decoder, tokens },
      };
    });
  }
}

export interface ImportVoiceEncoderInput {
  name: string;
  /** The path of the .onnx file, as exported for sherpa-onnx. */
  encoder: string;
  thresholds: VoiceThresholds;
}

/** Copies an encoder of voices into `MODELS_DIR`. It is installed completely or not at all. */
export class ImportVoiceEncoder {
  constructor(private readonly modelsDir: string) {}

  /** @throws AppError `bad_request` if the file cannot be read or a value is invalid, `conflict` if the model exists */
  async execute({ name, encoder, thresholds }: ImportVoiceEncoderInput): Promise<VoiceEncoderManifest> {
    return install(this.modelsDir, name, async (folder) => {
      const file = await take(encoder, folder);
      await checkVoiceEncoder(join(folder, file.path));
      return { name, engine: 'voice-encoder', thresholds, files: { encoder: file } };
    });
  }
}

/** Fills a folder of a model and writes its manifest. */
async function install<Manifest extends ModelManifest>(
  modelsDir: string,
  name: string,
  fill: (folder: string) => Promise<Manifest>,
): Promise<Manifest> {
  const target = join(modelsDir, name);
  const unfinished = join(modelsDir, `.importing-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const manifest = await fill(unfinished);
    check(manifest);
    await writeFile(join(unfinished, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, target).catch((cause: unknown) => {
      throw new AppError(
        'conflict',
        `${target} already exists; remove it first, or choose another name`,
        {},
        { cause },
      );
    });
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function take(source: string, folder: string): Promise<ModelFile> {
  const path = basename(source);
  try {
    await copyFile(source, join(folder, path));
  } catch (cause) {
    throw new AppError('bad_request', `${source} cannot be read`, {}, { cause });
  }
  const copy = join(folder, path);
  return { path, bytes: (await stat(copy)).size, sha256: await fileDigest(copy) };
}

function check(manifest: ModelManifest): void {
  const { success, error } = modelManifest.safeParse(manifest);
  if (success) return;
  const [issue] = error.issues;
  throw new AppError('bad_request', `The model is invalid: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** The output of a decoder from which token times are computed, as exported for sherpa-onnx. */
const OUTPUT = Buffer.from('cross_attention_weights');

/** Returns whether a decoder's ONNX graph outputs the attention of its alignment heads. */
async function hasAlignment(decoder: string): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(decoder) as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(OUTPUT)) return true;
    tail = seen.subarray(-OUTPUT.length);
  }
  return false;
}
