import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from './installed-models';
import { fileDigest } from './model-manifest';

export interface ModelState {
  name: string;
  /** `whole`, or the problem. */
  state: string;
}

/** Reads every file of the installed models, and compares its digest. */
export class VerifyModels {
  constructor(private readonly modelsDir: string) {}

  async execute(): Promise<ModelState[]> {
    const entries = await readdir(this.modelsDir, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
    return Promise.all(
      folders.map(async ({ name }) => ({ name, state: await this.stateOf(join(this.modelsDir, name)) })),
    );
  }

  private async stateOf(folder: string): Promise<string> {
    const manifest = await readManifest(folder);
    if (!manifest) return 'model.json is missing or invalid';
    for (const { path, bytes, sha256 } of Object.values(manifest.files)) {
      const size = await stat(join(folder, path)).then(
        (found) => found.size,
        () => undefined,
      );
      if (size === undefined) return `${path} is missing`;
      if (size !== bytes || (await fileDigest(join(folder, path))) !== sha256) return `${path} is damaged`;
    }
    return 'whole';
  }
}
