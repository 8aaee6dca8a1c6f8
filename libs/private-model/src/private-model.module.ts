import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { SpendingModule } from '@app/budgets';
import { CasesModule } from '@app/cases';
import { documentsConfig } from '@app/config';
import { HidingModule } from '@app/hiding';
import { IsolationModule } from '@app/isolation';
import { LlmModule } from '@app/llm';
import { PolicyModule } from '@app/policy';
import { AnonymizeText } from './anonymize-text';
import { PrivateModel } from './private-model';
import { PromptImages } from './prompt-images';
import { WarmUp } from './warm-up';

@Module({
  imports: [
    ConfigModule.forFeature(documentsConfig),
    CasesModule,
    HidingModule,
    IsolationModule,
    LlmModule,
    PolicyModule,
    SpendingModule,
  ],
  providers: [AnonymizeText, PrivateModel, PromptImages, WarmUp],
  exports: [AnonymizeText, PrivateModel, PromptImages, LlmModule, PolicyModule, SpendingModule],
})
export class PrivateModelModule {}
