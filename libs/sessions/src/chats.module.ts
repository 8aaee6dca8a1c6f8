import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '@app/common';
import { retentionConfig } from '@app/config';
import { DocumentsModule } from '@app/documents';
import { StorageModule } from '@app/storage';
import { ChatRow } from './chat.entity';
import { ChatStore } from './chat-store';
import { DeleteChat } from './delete-chat';
import { DeleteOldChats } from './delete-old-chats';
import { EraseChat } from './erase-chat';
import { EraseChats } from './erase-chats';
import { ExportChats } from './export-chats';
import { ListChats } from './list-chats';
import { OpenImage } from './open-image';
import { ReadHistory } from './read-history';
import { RenameChat } from './rename-chat';
import { TurnRow } from './turn.entity';
import { TurnStore } from './turn-store';

const USE_CASES = [
  DeleteChat,
  DeleteOldChats,
  EraseChats,
  ExportChats,
  ListChats,
  OpenImage,
  ReadHistory,
  RenameChat,
];

/** Chats that there are: to read and to delete. Making them is the sessions module's, which needs models besides. */
@Module({
  imports: [
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([ChatRow, TurnRow]),
    DocumentsModule,
    StorageModule,
  ],
  providers: [ChatStore, TurnStore, EraseChat, ...USE_CASES, { provide: Clock, useClass: SystemClock }],
  exports: [ChatStore, TurnStore, DocumentsModule, StorageModule, ...USE_CASES],
})
export class ChatsModule {}
