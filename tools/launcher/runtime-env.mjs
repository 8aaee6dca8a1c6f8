import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The values that `npm start` generated or chose, in DATA_DIR/runtime.env (mode 0600). The command line, the migrations
 * and the two programs read it for variables that are not set.
 */
export class RuntimeEnv {
  constructor(dataDir) {
    this.file = join(dataDir, 'runtime.env');
    this.values = existsSync(this.file) ? parseEnv(readFileSync(this.file, 'utf8')) : {};
  }

  /** Uses the stored value, or stores the result of `make`. Does nothing if the environment sets the variable. */
  choose(name, make) {
    if (process.env[name]) delete this.values[name];
    else this.values[name] ??= make();
  }

  set(name, value) {
    this.values[name] = value;
  }

  save() {
    const lines = Object.entries(this.values).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(`${this.file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

export const randomSecret = () => randomBytes(24).toString('base64url');

/** Returns an entry of ENCRYPTION_KEYS: AES-256. */
export const newEncryptionKey = () => `local:${randomBytes(32).toString('base64')}`;

/** Returns an entry of JWT_KEYS: ES256. */
export function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return `local:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`;
}
