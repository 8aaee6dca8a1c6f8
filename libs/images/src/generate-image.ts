import { Inject, Injectable } from '@nestjs/common';
import {
  ENTITY_TYPES,
  languageOf,
  type AnonymizedText,
  type EntityTable,
  type EntityType,
} from '@app/anonymization';
import type { CallProtection, Protection } from '@app/audit';
import { AppError, type Caller, type Owner } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { CurrentPolicies, protectionOf } from '@app/policy';
import { HideTexts } from '@app/hiding';
import { PrivateModel } from '@app/private-model';
import {
  assertChatId,
  ChatsStore,
  ChatTables,
  searchedFor,
  WriteTurn,
  type Findings,
  type OpenChat,
} from '@app/sessions';
import { ImageFiles } from './image-files';
import { ImageGenerator } from './image-generator';
import { ImageLinks } from './image-links';

export interface ImagePrompt {
  prompt: string;
  /** If absent, a new chat. */
  chatId?: string;
}

export interface GeneratedImage {
  chatId: string;
  /** Valid for IMAGE_URL_TTL. */
  url: string;
  protection: Protection;
}

interface HiddenPrompt {
  chat: OpenChat;
  prompt: string;
  /** The table that is stored with the chat */
  own: EntityTable;
  hidden: AnonymizedText;
  findings: Pick<Findings, 'prompt' | 'generation' | 'partly' | 'left' | 'protection'>;
  protection: CallProtection;
  /** The kinds of the new values that were hidden. */
  choices: readonly EntityType[];
}

/** Replaces the image when the conversation is sent to a language model. */
const ANSWER = '(An image was made.)';

/** Runs one image turn: hides personal data, generates the image, stores it with its chat. */
@Injectable()
export class GenerateImage {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: LlmConfig,
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly chats: ChatsStore,
    private readonly tables: ChatTables,
    private readonly generator: ImageGenerator,
    private readonly writeTurn: WriteTurn,
    private readonly privateModel: PrivateModel,
    private readonly files: ImageFiles,
    private readonly links: ImageLinks,
  ) {}

  /**
   * @param signal aborted when the caller disconnects: then the call is stopped, and no turn is stored
   * @throws AppError `bad_request` if the owner has no such chat, or if it was deleted meanwhile
   */
  async execute(owner: Caller, input: ImagePrompt, signal: AbortSignal): Promise<GeneratedImage> {
    const prompt = await this.hide(owner, input, signal);
    const { text } = prompt.hidden;
    const image = await this.privateModel.make(
      {
        owner,
        model: this.generator.model,
        hidden: countKinds(prompt.hidden),
        protection: prompt.protection,
        prompt: text,
        isStoredWithAnswer: true,
      },
      (signal) => this.generator.generate(text, signal),
      signal,
    );
    const imageId = await this.keep(owner, prompt, image);
    return { chatId: prompt.chat.id, url: this.links.to(imageId), protection: prompt.protection.level };
  }

  /** Hides all personal data with the chat's own replacements. */
  private async hide(
    owner: Owner,
    { prompt, chatId }: ImagePrompt,
    signal: AbortSignal,
  ): Promise<HiddenPrompt> {
    assertChatId(chatId);
    const policy = await this.policies.of(owner.organizationId);
    const rules = policy.rulesFor({ id: this.generator.model, internal: true });
    const chat = await this.chats.open(owner, chatId);
    // An image request does not choose kinds.
    const choices = policy.hiddenKinds(rules);
    const known = chat.isNew ? [] : ENTITY_TYPES;
    const asked = { choices, known, language: languageOf(prompt), rules, owner };
    const searched = await this.hideTexts.search([{ text: prompt, field: 'prompt' }], asked, signal);
    const findings = { prompt: [...searched.texts[0]!.spans], ...searchedFor(searched.kinds) };
    const style = { usual: this.config.replacements };
    const { hidden, own } = await this.tables.hide(
      owner,
      chat,
      { texts: searched.texts, style },
      (table, texts) => this.hideTexts.hide(table, texts, signal),
    );
    const { left } = hidden[0]!;
    const protection = protectionOf(rules, choices, left);
    const noted = { ...findings, left, protection: protection.level };
    return { chat, prompt, own, hidden: hidden[0]!, findings: noted, protection, choices };
  }

  /** @returns the id of the image, which is the id of its turn */
  private async keep(
    owner: Caller,
    { chat, prompt, own, hidden, findings, protection, choices }: HiddenPrompt,
    image: Buffer,
  ): Promise<string> {
    const draft = await this.writeTurn.begin(chat, own, { prompt, anonymizedPrompt: hidden.text });
    const kept = await this.files.keep(owner, chat, draft.turnId, image, (tx) =>
      this.writeTurn.finish(
        owner,
        draft,
        {
          model: this.generator.model,
          documentId: null,
          responseType: 'image',
          hiddenTypes: choices,
          answer: ANSWER,
          restoredAnswer: ANSWER,
          replacements: hidden.replacements,
          findings,
          call: { hidden: countKinds(hidden), protection },
        },
        tx,
      ),
    );
    if (!kept) throw new AppError('bad_request', 'The chat was deleted while the image was made');
    return draft.turnId;
  }
}

/** Counts the hidden values of each kind in a text. */
function countKinds({ detected }: AnonymizedText): Partial<Record<EntityType, number>> {
  const counts: Partial<Record<EntityType, number>> = {};
  for (const { type } of detected) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
