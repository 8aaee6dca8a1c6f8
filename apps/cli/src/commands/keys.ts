import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { print } from '../print';
import { rotateKeys, showKeys } from './keys-rotate';
import { leaf } from './leaf';

/** `keys generate|list|rotate` */
export function keysCommand(): Command {
  const keys = new Command('keys').description('the keys that sign tokens and encrypt at rest');

  leaf(keys, 'generate', 'print a new entry for JWT_KEYS and one for ENCRYPTION_KEYS')
    .addHelpText(
      'after',
      '\nPut a new entry before the old ones, with a comma between: the first is used for new things, all of them for old ones.',
    )
    .action((options: { json?: boolean }) => {
      const id = newKeyId(new Date());
      print({ JWT_KEYS: `${id}:${signingKey()}`, ENCRYPTION_KEYS: `${id}:${encryptionKey()}` }, options);
    });

  leaf(keys, 'list', 'which main keys there are, and how many data keys each has wrapped').action(showKeys);
  leaf(
    keys,
    'rotate',
    'wrap all data keys with the first of ENCRYPTION_KEYS, so that the others may be removed',
  )
    .addHelpText(
      'after',
      '\nMay run beside api and worker, be stopped at any moment (Ctrl-C) and be started again.',
    )
    .action(rotateKeys);

  return keys;
}

/** When it was made, and two bytes that tell the keys of one day apart. */
const newKeyId = (now: Date): string => `${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`;

const signingKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  }).privateKey.toString('base64');

const encryptionKey = (): string => randomBytes(32).toString('base64');
