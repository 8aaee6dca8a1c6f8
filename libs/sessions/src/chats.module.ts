import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssistantsModule } from '@app/assistants';
import { BudgetsModule } from '@app/budgets';
import { llmConfig, retentionConfig } from '@app/config';
import { CasesModule } from '@app/cases';
import { DocumentsModule } from '@app/documents';
import { HidingModule } from '@app/hiding';
import { PoliciesModule, PolicyModule } from '@app/policy';
import { PrivateModelModule } from '@app/private-model';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { ChatRow } from './chat.entity';
import { ChatTables } from './chat-tables';
import { ChatsStore } from './chats.store';
import { ChooseVersion } from './history/choose-version';
import { DeleteChats } from './history/delete-chats';
import { ExportChats } from './history/export-chats';
import { ListChats } from './history/list-chats';
import { PinChat } from './history/pin-chat';
import { ReadHistory } from './history/read-history';
import { RenameChat } from './history/rename-chat';
import { SearchChats } from './history/search-chats';
import { ChoosePassages } from './sending/choose-passages';
import { ContinueAnswer } from './sending/continue-answer';
import { PreparePrompt } from './sending/prepare-prompt';
import { PreviewPrompt } from './sending/preview-prompt';
import { PromptPictures } from './sending/prompt-pictures';
import { RegenerateAnswer } from './sending/regenerate-answer';
import { SendPrompt } from './sending/send-prompt';
import { TitleChat } from './sending/title-chat';
import { ChatShareRow } from './sharing/chat-share.entity';
import { EndExpiredShares } from './sharing/end-expired-shares';
import { ReadSharedChat } from './sharing/read-shared-chat';
import { ShareChat } from './sharing/share-chat';
import { SharesStore } from './sharing/shares.store';
import { CorrectionRow } from './suggestions/correction.entity';
import { DecideSuggestions } from './suggestions/decide-suggestions';
import { OwnCorrections } from './suggestions/own-corrections';
import { SuggestionRow } from './suggestions/suggestion.entity';
import { SuggestionsStore } from './suggestions/suggestions.store';
import { TurnRow, TurnVersionRow } from './turn.entity';
import { TurnVersionsStore } from './turn-versions.store';
import { TurnsStore } from './turns.store';
import { WriteTurn } from './write-turn.store';

const KEPT = [
  ChooseVersion,
  DeleteChats,
  EndExpiredShares,
  ExportChats,
  ListChats,
  OwnCorrections,
  PinChat,
  ReadHistory,
  RenameChat,
  SearchChats,
];

/** Reads, extends and deletes existing chats. */
@Module({
  imports: [
    ConfigModule.forFeature(retentionConfig),
    TypeOrmModule.forFeature([ChatRow, ChatShareRow, CorrectionRow, SuggestionRow, TurnRow, TurnVersionRow]),
    AssistantsModule,
    CasesModule,
    DocumentsModule,
    StorageModule,
    TombstonesModule,
    BudgetsModule,
  ],
  providers: [
    ChatsStore,
    ChatTables,
    SharesStore,
    SuggestionsStore,
    TurnsStore,
    TurnVersionsStore,
    WriteTurn,
    ...KEPT,
  ],
  exports: [
    ChatsStore,
    ChatTables,
    SharesStore,
    SuggestionsStore,
    TurnsStore,
    WriteTurn,
    AssistantsModule,
    DocumentsModule,
    StorageModule,
    ...KEPT,
  ],
})
export class ChatsModule {}

/** Shares chats within their organization, as its policy allows. */
@Module({
  imports: [ChatsModule, PoliciesModule, TombstonesModule],
  providers: [ReadSharedChat, ShareChat],
  exports: [ReadSharedChat, ShareChat],
})
export class SharedChatsModule {}

/** Shows admins what users corrected in their chats, and adds it to the policy. */
@Module({
  imports: [ChatsModule, PolicyModule, TombstonesModule],
  providers: [DecideSuggestions],
  exports: [DecideSuggestions],
})
export class SuggestionsModule {}

/** Sends prompts into chats. This needs models, which programs without an API do not have. */
@Module({
  imports: [ConfigModule.forFeature(llmConfig), ChatsModule, HidingModule, PrivateModelModule],
  providers: [
    ChoosePassages,
    ContinueAnswer,
    PreparePrompt,
    PreviewPrompt,
    PromptPictures,
    RegenerateAnswer,
    SendPrompt,
    TitleChat,
  ],
  exports: [ChatsModule, ContinueAnswer, PreviewPrompt, RegenerateAnswer, SendPrompt, TitleChat],
})
export class PromptsModule {}
