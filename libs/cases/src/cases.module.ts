import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { retentionConfig } from '@app/config';
import { TombstonesModule } from '@app/tombstones';
import { CaseEntityRow, CaseKeyRow, CaseMemberRow, CaseRow } from './case.entities';
import { CaseTables } from './case-tables';
import { CaseTablesStore } from './case-tables.store';
import { CasesStore } from './cases.store';
import { DeleteCases } from './delete-cases';
import { ExportCases } from './export-cases';
import { ForgetValue } from './forget-value';
import { ManageCases } from './manage-cases';

const forCallers = [CaseTables, DeleteCases, ExportCases, ForgetValue, ManageCases];

@Module({
  imports: [
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([CaseRow, CaseMemberRow, CaseEntityRow, CaseKeyRow]),
    AccountsModule,
    TombstonesModule,
  ],
  providers: [...forCallers, CasesStore, CaseTablesStore],
  exports: forCallers,
})
export class CasesModule {}
