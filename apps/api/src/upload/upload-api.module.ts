import { Module } from '@nestjs/common';
import { DocumentsModule } from '@app/documents';
import { UploadController } from './upload.controller';

@Module({ imports: [DocumentsModule], controllers: [UploadController] })
export class UploadApiModule {}
