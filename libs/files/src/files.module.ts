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
import { HideFolderNames } from './hide-folder-names';
import { HideFileTexts } from './hide-file-texts';
import { OwnFiles } from './own-files';
import { RestoreFile } from './restore-file';

/** Anonymizes files. The worker needs no more. */
@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(jobsConfig),
    CasesModule,
    HidingModule,
    IsolationModule,
  ],
  providers: [AnonymizeFile, EditFiles, HideFileTexts],
  exports: [AnonymizeFile, EditFiles, HideFileTexts],
})
export class AnonymizeFilesModule {}

/** Anonymizes files while their sender waits, and restores them. */
@Module({
  imports: [AnonymizeFilesModule, CasesModule, HidingModule, PolicyModule, RestoringModule],
  providers: [HideFolderNames, OwnFiles, RestoreFile],
  exports: [HideFolderNames, OwnFiles, RestoreFile],
})
export class FilesModule {}
