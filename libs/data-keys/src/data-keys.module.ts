import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckMainKeys, MainKeyUse } from './main-keys';
import { DataKeyRow } from './data-key.entity';
import { DataKeys } from './data-keys.store';
import { MainKeysStore } from './main-keys.store';
import { OrganizationKeys } from './organization-keys.store';
import { RotateKeys } from './rotate-keys';

@Module({
  imports: [TypeOrmModule.forFeature([DataKeyRow])],
  providers: [DataKeys, MainKeysStore, CheckMainKeys, MainKeyUse, OrganizationKeys, RotateKeys],
  exports: [DataKeys, CheckMainKeys, MainKeyUse, OrganizationKeys, RotateKeys],
})
export class DataKeysModule {}
