import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StorageModule } from '@app/storage';
import { TombstoneRow } from './tombstone.entity';
import { TombstonesStore } from './tombstones.store';
import { WriteTombstones } from './write-tombstones';

@Module({
  imports: [TypeOrmModule.forFeature([TombstoneRow]), StorageModule],
  providers: [TombstonesStore, WriteTombstones],
  exports: [WriteTombstones],
})
export class TombstonesModule {}
