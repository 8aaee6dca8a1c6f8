import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@app/common';
import {
  MANIFEST_NAME,
  MODEL_ROLES,
  modelManifest,
  type ModelManifest,
  type ModelRole,
  type VoiceEncoderManifest,
  type VoiceThresholds,
} from './model-manifest';

export interface InstalledModel {
  name: string;
  languages: readonly string[];
  alignment: boolean;
  bytes: number;
  /** Absolute paths. */
  files: Record<ModelRole, string>;
}

/** The models in `MODELS_DIR`, one folder for each. They are read on demand, so that a new one needs no restart. */
export class InstalledModels {
  /** @param chosen `TRANSCRIPTION_MODEL`: the only model that is used */
  constructor(
    private readonly folder: string,
    private readonly chosen?: string,
  ) {}

  /** @throws AppError `not_configured` with the necessary step */
  async usable(): Promise<InstalledModel[]> {
    const models = await this.all();
    const usable = this.chosen ? models.filter(({ name }) => name === this.chosen) : models;
    if (usable.length > 0) return usable;
    const missing = this.chosen ? 'The speech model that TRANSCRIPTION_MODEL names' : 'No speech model';
    throw new AppError(
      'not_configured',
      `${missing} is installed: "npm run models -- list" lists the available models; or set TRANSCRIPTION_BASE_URL to a server`,
    );
  }

  /**
   * Returns the largest model that supports the language.
   *
   * @throws AppError `not_configured` if none does
   */
  async forLanguage(language: string): Promise<InstalledModel> {
    const able = (await this.usable()).filter(({ languages }) => languages.includes(language));
    const [largest] = able.sort((a, b) => b.bytes - a.bytes);
    if (!largest)
      throw new AppError('not_configured', 'No installed speech model supports this language anymore');
    return largest;
  }

  /**
   * Returns the encoder of voices with this name.
   *
   * @throws AppError `not_configured` if it is not completely installed
   */
  async voiceEncoder(name: string): Promise<{ file: string; thresholds: VoiceThresholds }> {
    const encoder = (await this.voiceEncoders()).find((one) => one.name === name);
    if (encoder)
      return { file: join(this.folder, name, encoder.files.encoder.path), thresholds: encoder.thresholds };
    throw new AppError(
      'not_configured',
      'The voice encoder that SPEAKER_MODEL names is not installed: "npm run models -- list" lists the available models',
    );
  }

  async voiceEncoders(): Promise<VoiceEncoderManifest[]> {
    const folders = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(
      folders.map(async (name) => {
        const manifest = await readManifest(join(this.folder, name));
        if (manifest?.engine !== 'voice-encoder') return undefined;
        const { path, bytes } = manifest.files.encoder;
        return (await fileSize(join(this.folder, name, path))) === bytes ? manifest : undefined;
      }),
    );
    return found.filter((manifest) => manifest !== undefined);
  }

  async all(): Promise<InstalledModel[]> {
    const folders = await readdir(this.folder).catch(() => []);
    const models = await Promise.all(folders.map((name) => this.read(join(this.folder, name))));
    return models.filter((model) => model !== undefined);
  }

  /** Returns a complete model: a folder that is being filled has no manifest yet. `models verify` reports faults. */
  private async read(folder: string): Promise<InstalledModel | undefined> {
    const manifest = await readManifest(folder);
    if (manifest?.engine !== 'whisper') return undefined;
    const { name, languages, alignment, files } = manifest;
    const path = (role: ModelRole) => join(folder, files[role].path);
    const sizes = await Promise.all(MODEL_ROLES.map((role) => fileSize(path(role))));
    if (MODEL_ROLES.some((role, i) => sizes[i] !== files[role].bytes)) return undefined;
    return {
      name,
      languages,
      alignment,
      bytes: sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
      files: { encoder: path('encoder'), decoder: path('decoder'), tokens: path('tokens') },
    };
  }
}

/** Returns the manifest in `folder` if there is a valid one. */
export async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return modelManifest.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fileSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
