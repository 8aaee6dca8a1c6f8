import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = 'libs/transcription/model';

/** Returns the path of a model that ships with the service. It is stored with the sources and not in the build. */
export function shippedModel(name: string, folder = __dirname): string {
  const file = join(folder, FOLDER, name);
  if (existsSync(file)) return file;
  if (dirname(folder) === folder) throw new Error(`${FOLDER}/${name} is missing`);
  return shippedModel(name, dirname(folder));
}
