import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { documentsConfig, jobsConfig, retentionConfig } from '@app/config';
import { IsolationModule } from '@app/isolation';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { DeleteDocuments } from './delete-documents';
import { ExportDocuments } from './export-documents';
import { DocumentPassages } from './passages/document-passages';
import { PassageRanking } from './passages/passage-ranking';
import { ReadExcerpts } from './read-excerpts';
import { ReadFileNames } from './read-file-names';
import { ReadPicture } from './read-picture';
import { ReadDocumentText } from './read-document-text';
import { ChatDocuments } from './store/chat-documents.store';
import { ChatDocumentRow, DocumentRow, PassageFindingsRow } from './store/documents.entities';
import { DocumentsStore } from './store/documents.store';
import { PassageFindings } from './store/passage-findings.store';
import { UploadDocument } from './upload-document';

const forCallers = [
  UploadDocument,
  DeleteDocuments,
  ExportDocuments,
  ChatDocuments,
  DocumentPassages,
  PassageFindings,
  ReadDocumentText,
  ReadExcerpts,
  ReadFileNames,
  ReadPicture,
];

@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([DocumentRow, ChatDocumentRow, PassageFindingsRow]),
    IsolationModule,
    StorageModule,
    TombstonesModule,
  ],
  providers: [...forCallers, DocumentsStore, PassageRanking],
  exports: forCallers,
})
export class DocumentsModule {}
