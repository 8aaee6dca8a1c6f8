import { existsSync } from 'node:fs';
import { LauncherError } from './say.mjs';

const NEEDED = ['DATABASE_URL', 'REDIS_URL', 'JWT_KEYS', 'ENCRYPTION_KEYS'];

/**
 * Refuses to install, build, start stores or generate values in production.
 *
 * @throws LauncherError that names what is missing
 */
export function assertProduction() {
  const missing = NEEDED.filter((name) => !process.env[name] && !process.env[`${name}_FILE`]);
  if (missing.length > 0)
    throw new LauncherError(`NODE_ENV is production, and these are not set: ${missing.join(', ')}`);
  if (!existsSync('dist/apps/api/src/main.js'))
    throw new LauncherError(
      'NODE_ENV is production, and nothing is built: run npm ci and npm run build first',
    );
}
