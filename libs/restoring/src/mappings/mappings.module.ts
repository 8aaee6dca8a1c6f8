import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataKeysModule } from '@app/data-keys';
import { DeleteMappingKeys } from './delete-mapping-keys';
import { MappingKeyRow } from './mapping-key.entity';
import { MappingKeysStore } from './mapping-keys.store';
import { SealedMappings } from './sealed-mappings';

/** Sealed mappings, and the upkeep of their keys. */
@Module({
  imports: [TypeOrmModule.forFeature([MappingKeyRow]), DataKeysModule],
  providers: [DeleteMappingKeys, MappingKeysStore, SealedMappings],
  exports: [DeleteMappingKeys, SealedMappings],
})
export class MappingsModule {}
