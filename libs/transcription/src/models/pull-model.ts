import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@app/common';
import { downloadFile, type Download } from './download-file';
import { ImportModel, ImportVoiceEncoder } from './import-model';
import { readCatalogue, type CatalogueEntry } from './model-catalogue';
import type { ModelManifest } from './model-manifest';

const run = promisify(execFile);

/** Downloads a model of the list, checks it, and installs it. */
export class PullModel {
  constructor(private readonly modelsDir: string) {}

  /**
   * @param onProgress called with the number of bytes so far, and the total
   * @throws AppError with the problem and its solution; the next call continues an interrupted download
   */
  async execute(name: string, onProgress: (done: number, all: number) => void): Promise<ModelManifest> {
    const catalogue = await readCatalogue(this.modelsDir);
    const entry = catalogue.find((known) => known.name === name);
    if (!entry) {
      const names = catalogue.map((known) => known.name).join(', ');
      throw new AppError('not_found', `There is no model with this name in the list; it contains ${names}`);
    }
    const folder = join(this.modelsDir, `.pulling-${name}`);
    await mkdir(folder, { recursive: true });
    const source = entry.engine === 'whisper' ? entry.archive : entry.file;
    const file = join(folder, entry.engine === 'whisper' ? 'archive' : 'encoder.onnx');
    await this.download(name, source, file, onProgress);
    const manifest =
      entry.engine === 'whisper'
        ? await this.install(entry, file, folder)
        : await new ImportVoiceEncoder(this.modelsDir).execute({ ...entry, encoder: file });
    await rm(folder, { recursive: true });
    return manifest;
  }

  private async download(
    name: string,
    source: Download,
    path: string,
    onProgress: (done: number, all: number) => void,
  ): Promise<void> {
    try {
      await downloadFile(source, path, (done) => onProgress(done, source.bytes));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const advice = `On a machine without access, copy ${source.url} to ${path} and run this again`;
      throw new AppError(
        error.code,
        `${name} cannot be pulled: ${error.message}. ${advice}`,
        {},
        { cause: error },
      );
    }
  }

  private async install(
    { name, languages, archive }: Extract<CatalogueEntry, { engine: 'whisper' }>,
    path: string,
    folder: string,
  ) {
    const { encoder, decoder, tokens } = archive.members;
    try {
      await run('tar', ['-xf', path, '-C', folder, '--no-same-owner', '--', encoder, decoder, tokens]);
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'The archive cannot be unpacked: tar and bzip2 are needed',
        {},
        { cause },
      );
    }
    const files = {
      encoder: join(folder, encoder),
      decoder: join(folder, decoder),
      tokens: join(folder, tokens),
    };
    return new ImportModel(this.modelsDir).execute({ name, languages, files });
  }
}
