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
    const encoders = await models.voiceEncoders();
    const installed = [
      ...(await models.all()).map(({ name, bytes, languages }) => ({
        name,
        bytes,
        languages: languages.length,
      })),
      ...encoders.map(({ name, files }) => ({ name, bytes: files.encoder.bytes })),
    ];
    const catalogue = await readCatalogue(this.modelsDir);
    const known = new Map(catalogue.map((entry) => [entry.name, entry]));
    const here = installed.map(({ name, ...sizes }) => ({
      name,
      installed: true,
      ...sizes,
      license: known.get(name)?.license,
      page: known.get(name)?.page,
    }));
    const names = new Set(installed.map(({ name }) => name));
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
    return [...here, ...there];
  }
}
