import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { httpConfig } from '@app/config';
import { ImagesModule } from '@app/images';
import { PrivateModelModule } from '@app/private-model';
import { PromptsModule } from '@app/sessions';
import { AnonymizeController } from '../anonymize/anonymize.controller';
import { HistoryController } from '../history/history.controller';
import { ModelsController } from '../models/models.controller';
import { SessionsController } from '../history/sessions.controller';
import { ChatController } from './chat.controller';
import { StreamChat } from './stream-chat';

/** Everything around chats. */
@Module({
  imports: [ConfigModule.forFeature(httpConfig), ImagesModule, PrivateModelModule, PromptsModule],
  controllers: [AnonymizeController, ChatController, HistoryController, ModelsController, SessionsController],
  providers: [StreamChat],
})
export class ChatApiModule {}
