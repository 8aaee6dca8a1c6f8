/** Encryption at rest: a key ring, a data key per chat, document, job and organization, keyed hashes. */
export { CheckMainKeys } from './check-main-keys';
export { CryptoModule } from './crypto.module';
export { DataKey } from './data-key';
export { DataKeys, type KeyColumns } from './data-keys';
export { KeyRing } from './key-ring';
export { MainKeyUse, type MainKeyState } from './main-key-use';
export { openEach, UNREADABLE_DELAY_S } from './open-each';
export { RotateKeys, type Rotation } from './rotate-keys';
