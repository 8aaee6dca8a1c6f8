import { InstalledModels } from './installed-models';
import { readCatalogue } from './model-catalogue';

export interface ListedModel {
  name: string;
  installed: boolean;
  /** The size on disk, or of the download. */
  bytes: number;
  /** Absent for an encoder of voices. */
  languages?: number;
  license: string | undefined;
  page: string | undefined;
}

/** Lists the installed models, and those that can be pulled. */
export class ListModels {
  constructor(private readonly modelsDir: string) {}

  async execute(): Promise<ListedModel[]> {
    const models = new InstalledModels(this.modelsDir);
    const installed = await models.all();
    const encoders = await models.voiceEncoders();
    const catalogue = await readCatalogue(this.modelsDir);
    const known = new Map(catalogue.map((entry) => [entry.name, entry]));
    const here = installed.map(({ name, bytes, languages }) => ({
      name,
      installed: true,
      bytes,
      languages: languages.length,
      license: known.get(name)?.license,
      page: known.get(name)?.page,
    }));
    const voices = encoders.map(({ name, files }) => ({
      name,
      installed: true,
      bytes: files.encoder.bytes,
      license: known.get(name)?.license,
      page: known.get(name)?.page,
    }));
    const names = new Set([...installed, ...encoders].map(({ name }) => name));
    const there = catalogue
      .filter(({ name }) => !names.has(name))
      .map((entry) => ({
        name: entry.name,
        installed: false,
        ...(entry.engine === 'whisper'
          ? { bytes: entry.archive.bytes, languages: entry.languages.length }
          : { bytes: entry.file.bytes }),
        license: entry.license,
        page: entry.page,
      }));
    return [...here, ...voices, ...there];
  }
}
