import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { llmConfig } from '@app/config';
import { PrivateModelModule } from '@app/private-model';
import { CompleteChat } from './complete-chat';
import { HideBody } from './hide-body';

@Module({
  imports: [ConfigModule.forFeature(llmConfig), PrivateModelModule],
  providers: [HideBody, CompleteChat],
  exports: [CompleteChat],
})
export class OpenAiGatewayModule {}
