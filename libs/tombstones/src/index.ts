/** Tombstones: ids of what was erased, kept outside the database, so that no restored backup brings it back. */
export { TOMBSTONE_KINDS, type Tombstone, type TombstoneKind } from './tombstone';
export { TombstoneLog } from './tombstone-log';
export { TombstonesModule } from './tombstones.module';
export { WriteTombstones } from './write-tombstones';
