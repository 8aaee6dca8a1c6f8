import { Module } from '@nestjs/common';
import { PersonalDataModule } from '@app/personal-data';
import { ExportController } from './export.controller';

@Module({ imports: [PersonalDataModule], controllers: [ExportController] })
export class ExportApiModule {}
