import { Module } from '@nestjs/common';
import { PrivateModelModule } from '@app/private-model';
import { CompleteChat } from './complete-chat';
import { HideBody } from './hide-body';

@Module({
  imports: [PrivateModelModule],
  providers: [HideBody, CompleteChat],
  exports: [CompleteChat],
})
export class OpenAiGatewayModule {}
