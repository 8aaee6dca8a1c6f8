import { Module } from '@nestjs/common';
import { PrivateModelModule } from '@app/private-model';
import { CompleteChat } from './complete-chat';
import { HideBody } from './hide-body';
import { CreateResponse } from './responses/create-response';

@Module({
  imports: [PrivateModelModule],
  providers: [HideBody, CompleteChat, CreateResponse],
  exports: [CompleteChat, CreateResponse],
})
export class OpenAiGatewayModule {}
