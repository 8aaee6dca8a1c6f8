/** Tombstones: ids of erased things, stored outside the database, so that no restored backup brings them back. */
export { TOMBSTONE_KINDS, type Tombstone, type TombstoneKind } from './tombstone';
export { TombstoneLog } from './tombstone-log';
export { TombstonesModule } from './tombstones.module';
export { WriteTombstones } from './write-tombstones';
