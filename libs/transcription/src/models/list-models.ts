import { InstalledModels } from './installed-models';
import { readCatalogue } from './model-catalogue';

export interface ListedModel {
  name: string;
  installed: boolean;
  /** The size on disk, or of the download. */
  bytes: number;
  languages: number;
  license: string | undefined;
  page: string | undefined;
}

/** Lists the installed models, and those that can be pulled. */
export class ListModels {
  constructor(private readonly modelsDir: string) {}

  async execute(): Promise<ListedModel[]> {
    const installed = await new InstalledModels(this.modelsDir).all();
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
    const names = new Set(installed.map(({ name }) => name));
    const there = catalogue
      .filter(({ name }) => !names.has(name))
      .map(({ name, archive, languages, license, page }) => ({
        name,
        installed: false,
        bytes: archive.bytes,
        languages: languages.length,
        license,
        page,
      }));
    return [...here, ...there];
  }
}
