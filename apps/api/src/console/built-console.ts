import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ConfigError } from '@app/config';

/** The output folder of `npm run build`, next to the compiled programs. */
const FOLDER = join(__dirname, '../../../console');

/** A file of the page, plain and compressed with brotli. */
export interface Asset {
  type: string;
  plain: Buffer;
  packed: Buffer;
}

/**
 * Reads the built console.
 * @throws ConfigError if it is not built
 */
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

/** The build compresses each asset. */
const readAsset = (file: string): Asset => ({
  type: extname(file),
  plain: readFileSync(file),
  packed: readFileSync(`${file}.br`),
});
