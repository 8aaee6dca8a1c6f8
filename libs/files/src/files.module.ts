import { Module } from '@nestjs/common';
import { CasesModule } from '@app/cases';
import { HidingModule } from '@app/hiding';
import { IsolationModule } from '@app/isolation';
import { PolicyModule } from '@app/policy';
import { RestoringModule } from '@app/restoring';
import { AnonymizeFile } from './anonymize-file';
import { HideFolderNames } from './hide-folder-names';
import { HideFileTexts } from './hide-file-texts';
import { OwnFiles } from './own-files';
import { RestoreFile } from './restore-file';

/** Anonymizes files. The worker needs no more. */
@Module({
  imports: [CasesModule, HidingModule, IsolationModule],
  providers: [AnonymizeFile, HideFileTexts],
  exports: [AnonymizeFile, HideFileTexts, IsolationModule],
})
export class AnonymizeFilesModule {}

/** Anonymizes files while their sender waits, and restores them. */
@Module({
  imports: [AnonymizeFilesModule, CasesModule, HidingModule, PolicyModule, RestoringModule],
  providers: [HideFolderNames, OwnFiles, RestoreFile],
  exports: [HideFolderNames, OwnFiles, RestoreFile],
})
export class FilesModule {}
