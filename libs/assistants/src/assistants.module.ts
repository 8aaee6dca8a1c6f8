import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { DocumentsModule } from '@app/documents';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { AssistantRow, AssistantVersionRow } from './assistant.entities';
import { AssistantsStore } from './assistants.store';
import { ExportAssistants } from './export-assistants';
import { ManageAssistants } from './manage-assistants';
import { UseAssistants } from './use-assistants';

@Module({
  imports: [
    TypeOrmModule.forFeature([AssistantRow, AssistantVersionRow]),
    AccountsModule,
    DocumentsModule,
    StorageModule,
    TombstonesModule,
  ],
  providers: [AssistantsStore, ExportAssistants, ManageAssistants, UseAssistants],
  exports: [ExportAssistants, ManageAssistants, UseAssistants],
})
export class AssistantsModule {}
