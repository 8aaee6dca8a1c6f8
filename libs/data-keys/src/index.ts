/** The stored data keys of chats, documents, jobs and organizations, and the main keys that wrap them. */
export { CheckMainKeys, MainKeyUse, type KeyRotation, type MainKeyState } from './main-keys';
export { DataKeysModule } from './data-keys.module';
export { DataKeys, joinKey, keyedSubjects, storingKeys, type KeyColumns } from './data-keys.store';
export { OrganizationKeys } from './organization-keys.store';
export { RotateKeys, type Rotation } from './rotate-keys';
export { restoredKeys } from './restored-keys.store';
