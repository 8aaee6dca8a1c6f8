/** Chats: prompts that leave anonymized, their history, and the entity table that each chat keeps. */
export { AnonymizeText, type AnonymizeResult, type AnonymizeInput } from './anonymize-text';
export { ChatsModule } from './chats.module';
export { DeleteChat } from './delete-chat';
export { DeleteOldChats } from './delete-old-chats';
export { EraseChats, type ErasedChats } from './erase-chats';
export { ExportChats, type ExportedChat } from './export-chats';
export { KeepImage } from './keep-image';
export type { ChatResult } from './keep-turn';
export { ListChats, type ChatPage, type ListedChat } from './list-chats';
export { OpenImage } from './open-image';
export { PrepareImage, type ImagePrompt, type PreparedImage } from './prepare-image';
export type { PromptInput } from './prepare-prompt';
export { ReadHistory, type History } from './read-history';
export { RenameChat } from './rename-chat';
export { SendPrompt } from './send-prompt';
export { SessionsModule } from './sessions.module';
export { StreamPrompt, type ChatEvent } from './stream-prompt';
export type { KeptTurn } from './turn';
