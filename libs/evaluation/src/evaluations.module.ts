import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { retentionConfig } from '@app/config';
import { PolicyModule } from '@app/policy';
import { TombstonesModule } from '@app/tombstones';
import { DeleteEvaluations } from './delete-evaluations';
import { EvaluationRow, EvaluationTextRow } from './evaluation.entities';
import { EvaluationsStore } from './evaluations.store';
import { ExportEvaluations } from './export-evaluations';
import { ManageEvaluations } from './manage-evaluations';
import { MeasureEvaluation } from './measure-evaluation';

/** Stored evaluations, their export and their deletion. */
@Module({
  imports: [
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([EvaluationRow, EvaluationTextRow]),
  ],
  providers: [DeleteEvaluations, EvaluationsStore, ExportEvaluations],
  exports: [DeleteEvaluations, EvaluationsStore, ExportEvaluations],
})
export class StoredEvaluationsModule {}

/** Marks and measures the texts of evaluations, which needs detection. */
@Module({
  imports: [PolicyModule, StoredEvaluationsModule, TombstonesModule],
  providers: [ManageEvaluations, MeasureEvaluation],
  exports: [ManageEvaluations, MeasureEvaluation, StoredEvaluationsModule],
})
export class EvaluationsModule {}
