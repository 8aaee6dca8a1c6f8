import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { httpConfig } from '@app/config';
import { ImagesModule } from '@app/images';
import { LlmModule } from '@app/llm';
import { SessionsModule } from '@app/sessions';
import { AnonymizeController } from '../anonymize/anonymize.controller';
import { HistoryController } from '../history/history.controller';
import { ModelsController } from '../models/models.controller';
import { SessionsController } from '../sessions/sessions.controller';
import { ChatController } from './chat.controller';
import { StreamChat } from './stream-chat';

/** Everything around chats. */
@Module({
  imports: [ConfigModule.forFeature(httpConfig), ImagesModule, LlmModule, SessionsModule],
  controllers: [AnonymizeController, ChatController, HistoryController, ModelsController, SessionsController],
  providers: [StreamChat],
})
export class ChatApiModule {}
