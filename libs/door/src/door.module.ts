import { Module } from '@nestjs/common';
import { LlmModule } from '@app/llm';
import { UsageModule } from '@app/usage';
import { CompleteChat } from './complete-chat';
import { CountCall } from './count-call';
import { HideBody } from './hide-body';
import { StreamCompletion } from './stream-completion';

@Module({
  imports: [LlmModule, UsageModule],
  providers: [HideBody, CountCall, CompleteChat, StreamCompletion],
  exports: [CompleteChat, StreamCompletion],
})
export class DoorModule {}
