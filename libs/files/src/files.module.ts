import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { CasesModule } from '@app/cases';
import { documentsConfig, jobsConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { IsolationModule } from '@app/isolation';
import { PolicyModule } from '@app/policy';
import { RestoringModule } from '@app/restoring';
import { AnonymizeFile } from './anonymize-file';
import { EditFiles } from './edit-files';
import { HideFileTexts } from './hide-file-texts';
import { OwnFiles } from './own-files';
import { RestoreFile } from './restore-file';

@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(jobsConfig),
    CasesModule,
    HidingModule,
    IsolationModule,
    PolicyModule,
    RestoringModule,
  ],
  providers: [AnonymizeFile, EditFiles, HideFileTexts, OwnFiles, RestoreFile],
  exports: [AnonymizeFile, OwnFiles, RestoreFile],
})
export class FilesModule {}
