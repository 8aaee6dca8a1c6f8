import { Module } from '@nestjs/common';
import { SpendingModule } from '@app/budgets';
import { CasesModule } from '@app/cases';
import { LlmModule } from '@app/llm';
import { PolicyModule } from '@app/policy';
import { AnonymizeText } from './anonymize-text';
import { PrivateModel } from './private-model';
import { WarmUp } from './warm-up';

@Module({
  imports: [CasesModule, LlmModule, PolicyModule, SpendingModule],
  providers: [AnonymizeText, PrivateModel, WarmUp],
  exports: [AnonymizeText, PrivateModel, LlmModule, PolicyModule, SpendingModule],
})
export class PrivateModelModule {}
