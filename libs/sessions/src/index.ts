/** Chats: anonymized prompts, their history, and the entity table of each chat. */
export { assertChatId, chatFile, type OpenChat } from './chat';
export { ChatsModule, PromptsModule } from './chats.module';
export { ChatsStore } from './chats.store';
export { ChatTables } from './chat-tables';
export { DeleteChats, type ErasedChats } from './history/delete-chats';
export { ExportChats, type ExportedChat } from './history/export-chats';
export { ListChats } from './history/list-chats';
export { ReadHistory, type History, type ShownPassages } from './history/read-history';
export { RenameChat } from './history/rename-chat';
export { findReplacements, type PlacedReplacement } from './history/find-replacements';
export { ContinueAnswer } from './sending/continue-answer';
export type { PromptInput } from './sending/prepare-prompt';
export { PreviewPrompt, type PreviewInput, type PromptPreview } from './sending/preview-prompt';
export { SendPrompt, type ChatEvent, type ChatResult } from './sending/send-prompt';
export { attachedBy, searchedFor, type Findings, type KeptTurn } from './turn';
export { TurnsStore } from './turns.store';
export { WriteTurn } from './write-turn';
export { restoredChats } from './restored-chats.store';
