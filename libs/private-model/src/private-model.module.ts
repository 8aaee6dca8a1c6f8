import { Module } from '@nestjs/common';
import { SpendingModule } from '@app/budgets';
import { CasesModule } from '@app/cases';
import { HidingModule } from '@app/hiding';
import { LlmModule } from '@app/llm';
import { PolicyModule } from '@app/policy';
import { AnonymizeText } from './anonymize-text';
import { PrivateModel } from './private-model';
import { WarmUp } from './warm-up';

@Module({
  imports: [CasesModule, HidingModule, LlmModule, PolicyModule, SpendingModule],
  providers: [AnonymizeText, PrivateModel, WarmUp],
  exports: [AnonymizeText, PrivateModel, LlmModule, PolicyModule, SpendingModule],
})
export class PrivateModelModule {}
