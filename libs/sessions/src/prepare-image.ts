import { Inject, Injectable } from '@nestjs/common';
import {
  anonymize,
  Detector,
  ENTITY_TYPES,
  EntityTable,
  guessLanguage,
  type AnonymizedText,
  type Span,
} from '@app/anonymization';
import { isId, newId, type Owner } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { ChatStore, type OpenChat } from './chat-store';
import { unknownChat } from './unknown-chat';

export interface ImagePrompt {
  prompt: string;
  /** Absent: a new chat. */
  chatId?: string;
}

export interface PreparedImage {
  chatId: string;
  /** Absent for a chat that is made with its first turn. */
  chat?: OpenChat;
  prompt: string;
  table: EntityTable;
  hidden: AnonymizedText;
  spans: Span[];
}

/** Takes an image prompt into its chat and hides all that is personal in it, with the chat's own replacements. */
@Injectable()
export class PrepareImage {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: LlmConfig,
    private readonly detector: Detector,
    private readonly chats: ChatStore,
  ) {}

  /** @throws AppError `bad_request` where the owner has no such chat */
  async execute(owner: Owner, { prompt, chatId }: ImagePrompt, signal: AbortSignal): Promise<PreparedImage> {
    if (chatId !== undefined && !isId(chatId)) throw unknownChat();
    const chat = chatId === undefined ? undefined : await this.chats.accept(owner, chatId);
    // An image request names none.
    const language = guessLanguage(prompt);
    const [spans = []] = await this.detector.detect([prompt], language, signal);
    const hide = (table: EntityTable) => ({
      table,
      hidden: anonymize(table, { text: prompt, spans, choices: ENTITY_TYPES, language }),
    });
    const result = chat
      ? await this.chats.changeTable(owner, chat, { usual: this.config.replacements }, hide)
      : hide(EntityTable.create(this.config.replacements));
    return { chatId: chat?.id ?? newId(), ...(chat && { chat }), prompt, spans, ...result };
  }
}
