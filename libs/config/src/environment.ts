import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

let cached: Environment | undefined;

/**
 * The process environment. Outside production, variables that are not set are taken from
 * `DATA_DIR/runtime.env`, where `npm start` keeps what it made or chose (contract, section 12).
 */
export function environment(): Environment {
  cached ??= withRuntimeFile(process.env);
  return cached;
}

function withRuntimeFile(env: Environment): Environment {
  const file = join(env.DATA_DIR || '.data', 'runtime.env');
  if (env.NODE_ENV === 'production' || !existsSync(file)) return env;
  const { DATABASE_OWNER_URL, ...kept } = parseEnv(readFileSync(file, 'utf8'));
  // Where another database is named, the owner of the one that `npm start` made has no place.
  return { ...kept, ...(env.DATABASE_URL || env.DATABASE_URL_FILE ? {} : { DATABASE_OWNER_URL }), ...env };
}
