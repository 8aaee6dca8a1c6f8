import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { llmConfig } from '@app/config';
import { LlmModule } from '@app/llm';
import { UsageModule } from '@app/usage';
import { AnonymizeText } from './anonymize-text';
import { ChatsModule } from './chats.module';
import { ChoosePassages } from './choose-passages';
import { CountLostCall } from './count-lost-call';
import { KeepImage } from './keep-image';
import { DraftTurn } from './draft-turn';
import { KeepTurn } from './keep-turn';
import { PrepareImage } from './prepare-image';
import { PreparePrompt } from './prepare-prompt';
import { SendPrompt } from './send-prompt';
import { StreamPrompt } from './stream-prompt';
import { WarmUp } from './warm-up';

const USE_CASES = [KeepImage, PrepareImage, AnonymizeText, SendPrompt, StreamPrompt];

@Module({
  imports: [ConfigModule.forFeature(llmConfig), ChatsModule, LlmModule, UsageModule],
  providers: [ChoosePassages, PreparePrompt, DraftTurn, KeepTurn, CountLostCall, WarmUp, ...USE_CASES],
  exports: [ChatsModule, ...USE_CASES],
})
export class SessionsModule {}
