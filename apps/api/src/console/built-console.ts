import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ConfigError } from '@app/config';

/** Where `npm run build` puts it: beside the compiled programs. */
const FOLDER = join(__dirname, '../../../console');

/** A file of the page, as it is and packed by brotli. */
export interface Asset {
  type: string;
  plain: Buffer;
  packed: Buffer;
}

/** @throws ConfigError where it is not built */
export function readBuiltConsole(folder = FOLDER): { page: string; assets: ReadonlyMap<string, Asset> } {
  const index = join(folder, 'index.html');
  if (!existsSync(index))
    throw new ConfigError('CONSOLE: the console is not built; run npm run build, or set CONSOLE=off');
  const names = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.br'));
  return {
    page: readFileSync(index, 'utf8'),
    assets: new Map(names.map((name) => [name, readAsset(join(folder, 'assets', name))])),
  };
}

/** The build packs each. */
const readAsset = (file: string): Asset => ({
  type: extname(file),
  plain: readFileSync(file),
  packed: readFileSync(`${file}.br`),
});
