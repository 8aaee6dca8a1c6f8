import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { AssistantsModule } from '@app/assistants';
import { StoredBatchesModule } from '@app/batches';
import { BudgetsModule } from '@app/budgets';
import { CasesModule } from '@app/cases';
import { StoredEvaluationsModule } from '@app/evaluation';
import { JobRecordsModule } from '@app/job-records';
import { GuardedCallsModule } from '@app/litellm';
import { MappingsModule } from '@app/restoring';
import { SecondFactorModule } from '@app/second-factor';
import { ChatsModule } from '@app/sessions';
import { TombstonesModule } from '@app/tombstones';
import { UsageModule } from '@app/usage';
import { EraseBelongings, EraseUser, FinishErasures } from './erase-user';
import { ErasureRow } from './erasure.entity';
import { ErasuresStore } from './erasures.store';
import { ExportUser } from './export-user';

@Module({
  imports: [
    TypeOrmModule.forFeature([ErasureRow]),
    AccountsModule,
    AssistantsModule,
    BudgetsModule,
    CasesModule,
    ChatsModule,
    JobRecordsModule,
    GuardedCallsModule,
    MappingsModule,
    StoredBatchesModule,
    StoredEvaluationsModule,
    SecondFactorModule,
    TombstonesModule,
    UsageModule,
  ],
  providers: [ErasuresStore, EraseBelongings, EraseUser, ExportUser, FinishErasures],
  exports: [EraseUser, ExportUser, FinishErasures],
})
export class DataSubjectRightsModule {}
