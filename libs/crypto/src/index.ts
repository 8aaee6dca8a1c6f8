/** Encryption at rest: a key ring, a data key per chat, document, job and organization, keyed hashes. */
export { CryptoModule } from './crypto.module';
export { DataKey } from './data-key';
export { DataKeys } from './data-keys';
export { KeyRing } from './key-ring';
