import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '@app/common';
import { documentsConfig, retentionConfig } from '@app/config';
import { StorageModule } from '@app/storage';
import { ChatDocumentRow } from './chat-document.entity';
import { ChatDocuments } from './chat-documents';
import { DeleteDocument } from './delete-document';
import { DeleteOldDocuments } from './delete-old-documents';
import { DocumentRow } from './document.entity';
import { DocumentStore } from './document-store';
import { EraseDocuments } from './erase-documents';
import { ExportDocuments } from './export-documents';
import { IsolatedPrograms } from './isolation/isolated-programs';
import { ProcessSpawner } from './isolation/process-spawner';
import { DocumentPassages } from './passages/document-passages';
import { PassageFindings } from './passages/passage-findings';
import { PassageFindingsRow } from './passages/passage-findings.entity';
import { PassageRanking } from './passages/passage-ranking';
import { UploadDocument } from './upload-document';

const useCases = [
  UploadDocument,
  DeleteDocument,
  DeleteOldDocuments,
  EraseDocuments,
  ExportDocuments,
  ChatDocuments,
  DocumentPassages,
  PassageFindings,
];

@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([DocumentRow, ChatDocumentRow, PassageFindingsRow]),
    StorageModule,
  ],
  providers: [
    ...useCases,
    DocumentStore,
    PassageRanking,
    IsolatedPrograms,
    ProcessSpawner,
    { provide: Clock, useClass: SystemClock },
  ],
  exports: useCases,
})
export class DocumentsModule {}
