/** Encryption at rest, without a database: the key ring, data keys and keyed hashes. */
export { CryptoModule } from './crypto.module';
export { DataKey } from './data-key';
export { KeyRing, type WrappedKey } from './key-ring';
export { openEach, UNREADABLE_DELAY_S } from './open-each';
