import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

let cached: Environment | undefined;

/**
 * Returns the process environment. Outside production, unset variables are read from `DATA_DIR/runtime.env`, in which
 * `npm start` stores generated and chosen values (contract, section 12).
 */
export function environment(): Environment {
  cached ??= withRuntimeFile(process.env);
  return cached;
}

function withRuntimeFile(env: Environment): Environment {
  const file = join(env.DATA_DIR || '.data', 'runtime.env');
  if (env.NODE_ENV === 'production' || !existsSync(file)) return env;
  const { DATABASE_OWNER_URL, ...kept } = parseEnv(readFileSync(file, 'utf8'));
  // If another database is named, the owner of the database that `npm start` created does not apply.
  return { ...kept, ...(env.DATABASE_URL || env.DATABASE_URL_FILE ? {} : { DATABASE_OWNER_URL }), ...env };
}
