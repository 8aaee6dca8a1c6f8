import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { Rotation } from '@app/data-keys';
import { print } from '../print';
import { progressLine } from '../progress';
import { leaf } from './subcommands';

interface Options {
  json?: boolean;
}

const work = () => import('../work/keys.ts');

/** `keys generate|list|rotate` */
export function keysCommand(): Command {
  const keys = new Command('keys').description('manage the keys that sign tokens and encrypt data at rest');

  leaf(keys, 'generate', 'print a new entry for JWT_KEYS and one for ENCRYPTION_KEYS')
    .addHelpText(
      'after',
      '\nPut a new entry before the old ones, separated by a comma. The first entry signs and ' +
        'encrypts; all entries verify and decrypt.',
    )
    .option('--env', 'print lines of an .env file')
    .action(({ env, ...options }: Options & { env?: boolean }) => {
      const id = newKeyId(new Date());
      const made = { JWT_KEYS: `${id}:${signingKey()}`, ENCRYPTION_KEYS: `${id}:${encryptionKey()}` };
      if (env) for (const [name, value] of Object.entries(made)) console.log(`${name}=${value}`);
      else print(made, options);
    });

  leaf(keys, 'list', 'list the main keys and the number of data keys that each wraps').action(
    async (options: Options) => print(await (await work()).mainKeys(), options),
  );
  leaf(
    keys,
    'rotate',
    'wrap all data keys with the first key of ENCRYPTION_KEYS, so that the others can be removed',
  )
    .addHelpText(
      'after',
      '\nCan run while api and worker run, and can be stopped (Ctrl-C) and restarted at any time.',
    )
    .action(rotate);

  return keys;
}

/** Wraps all data keys with the first key of ENCRYPTION_KEYS. Ctrl-C stops after the current step. */
async function rotate(options: Options): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const { rotateKeys } = await work();
  const { rotation, olds } = await rotateKeys(stop.signal, progressLine(process.stderr, 'data keys'));
  print({ ...rotation, removable: rotation.left === 0 ? olds : [] }, options);
  if (!options.json) console.log(advice(rotation, olds));
  if (rotation.left > 0) throw new Error('stopped before the end; run it again to continue');
}

function advice({ key, left }: Rotation, olds: readonly string[]): string {
  if (left > 0) return 'Keep all keys in ENCRYPTION_KEYS until this command has finished.';
  if (olds.length === 0) return `Every data key is wrapped by ${key}.`;
  return (
    `No data key uses ${olds.join(', ')} any more. When every api and worker runs with ${key} first, ` +
    `${olds.length === 1 ? 'it' : 'they'} can be removed. Older image links and Idempotency-Keys ` +
    'then stop working.'
  );
}

/** Returns the date and two random bytes, which distinguish keys of the same day. */
const newKeyId = (now: Date): string => `${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`;

const signingKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  }).privateKey.toString('base64');

const encryptionKey = (): string => randomBytes(32).toString('base64');
