import { Module } from '@nestjs/common';
import { DataKeysModule } from '@app/data-keys';
import { HidingModule } from '@app/hiding';
import { PoliciesModule } from '@app/policy';
import { Analyze } from './analyze';
import { AnonymizeResults } from './anonymize';
import { FindValues } from './find-values';

@Module({
  imports: [DataKeysModule, HidingModule, PoliciesModule],
  providers: [Analyze, AnonymizeResults, FindValues],
  exports: [Analyze, AnonymizeResults],
})
export class PresidioModule {}
