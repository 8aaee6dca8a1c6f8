import { Module } from '@nestjs/common';
import { CasesModule } from '@app/cases';
import { ChatsModule } from '@app/sessions';
import { JobRecordsModule } from '@app/job-records';
import { PrivateModelModule } from '@app/private-model';
import { AnonymizeWithMapping } from './anonymize-with-mapping';
import { MappingsModule } from './mappings/mappings.module';
import { RestoreTexts } from './restore-texts';

@Module({
  imports: [CasesModule, ChatsModule, JobRecordsModule, MappingsModule, PrivateModelModule],
  providers: [AnonymizeWithMapping, RestoreTexts],
  exports: [AnonymizeWithMapping, RestoreTexts],
})
export class RestoringModule {}
