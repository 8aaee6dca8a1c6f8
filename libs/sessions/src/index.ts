/** Chats: anonymized prompts, their history, and the entity table of each chat. */
export { assertChatId, chatFile, type OpenChat } from './chat';
export { ChatsModule, PromptsModule } from './chats.module';
export { ChatsStore } from './chats.store';
export { DeleteChats, type ErasedChats } from './kept/delete-chats';
export { ExportChats, type ExportedChat } from './kept/export-chats';
export { ListChats } from './kept/list-chats';
export { ReadHistory, type History } from './kept/read-history';
export { RenameChat } from './kept/rename-chat';
export { findReplacements, type PlacedReplacement } from './kept/find-replacements';
export { ContinueAnswer } from './sending/continue-answer';
export type { PromptInput } from './sending/prepare-prompt';
export { PreviewPrompt, type PreviewInput } from './sending/preview-prompt';
export { SendPrompt, type ChatEvent, type ChatResult } from './sending/send-prompt';
export { searchedFor, type Findings, type KeptTurn } from './turn';
export { TurnsStore } from './turns.store';
export { WriteTurn } from './write-turn';
