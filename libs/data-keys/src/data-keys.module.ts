import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckMainKeys } from './check-main-keys';
import { DataKeyRow } from './data-key.entity';
import { DataKeys } from './data-keys.store';
import { MainKeyUse } from './main-key-use';
import { MainKeysStore } from './main-keys.store';
import { RotateKeys } from './rotate-keys';

@Module({
  imports: [TypeOrmModule.forFeature([DataKeyRow])],
  providers: [DataKeys, MainKeysStore, CheckMainKeys, MainKeyUse, RotateKeys],
  exports: [DataKeys, CheckMainKeys, MainKeyUse, RotateKeys],
})
export class DataKeysModule {}
