import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckMainKeys, MainKeyUse } from './main-keys';
import { DataKeyRow } from './data-key.entity';
import { DataKeys } from './data-keys.store';
import { MainKeysStore } from './main-keys.store';
import { RotateKeys } from './rotate-keys';

@Module({
  imports: [TypeOrmModule.forFeature([DataKeyRow])],
  providers: [DataKeys, MainKeysStore, CheckMainKeys, MainKeyUse, RotateKeys],
  exports: [DataKeys, CheckMainKeys, MainKeyUse, RotateKeys],
})
export class DataKeysModule {}
