import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { llmConfig } from '@app/config';
import { DocumentsModule } from '@app/documents';
import { LlmModule } from '@app/llm';
import { StorageModule } from '@app/storage';
import { UsageModule } from '@app/usage';
import { AnonymizeText } from './anonymize-text';
import { ChatRow } from './chat.entity';
import { ChatStore } from './chat-store';
import { ChoosePassages } from './choose-passages';
import { CountLostCall } from './count-lost-call';
import { DeleteChat } from './delete-chat';
import { KeepImage } from './keep-image';
import { KeepTurn } from './keep-turn';
import { ListChats } from './list-chats';
import { OpenImage } from './open-image';
import { PrepareImage } from './prepare-image';
import { PreparePrompt } from './prepare-prompt';
import { ReadHistory } from './read-history';
import { RenameChat } from './rename-chat';
import { SendPrompt } from './send-prompt';
import { StreamPrompt } from './stream-prompt';
import { TurnRow } from './turn.entity';
import { TurnStore } from './turn-store';

const USE_CASES = [
  KeepImage,
  OpenImage,
  PrepareImage,
  AnonymizeText,
  DeleteChat,
  ListChats,
  ReadHistory,
  RenameChat,
  SendPrompt,
  StreamPrompt,
];

@Module({
  imports: [
    ConfigModule.forFeature(llmConfig),
    TypeOrmModule.forFeature([ChatRow, TurnRow]),
    DocumentsModule,
    LlmModule,
    StorageModule,
    UsageModule,
  ],
  providers: [ChatStore, TurnStore, ChoosePassages, PreparePrompt, KeepTurn, CountLostCall, ...USE_CASES],
  exports: USE_CASES,
})
export class SessionsModule {}
