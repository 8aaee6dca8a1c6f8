import { Module } from '@nestjs/common';
import { DataSubjectRightsModule } from '@app/data-subject-rights';
import { ExportController } from './export.controller';

@Module({ imports: [DataSubjectRightsModule], controllers: [ExportController] })
export class ExportApiModule {}
