import { Inject, Injectable } from '@nestjs/common';
import {
  CHOICES,
  ENTITY_TYPES,
  type AnonymizedText,
  type EntityTable,
  type EntityType,
  type Language,
  type ReplacementStyle,
} from '@app/anonymization';
import { UseAssistants, type AssistantRequest } from '@app/assistants';
import type { CallProtection } from '@app/audit';
import { invalid, type Caller, type Owner } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { HideTexts } from '@app/hiding';
import { ChatDocuments } from '@app/documents';
import { countMessageTokens, type ChatMessage } from '@app/llm';
import { AcceptCall, protectionOf, withImages, type AcceptedCall, type CallRequest } from '@app/policy';
import { assertChatId, type OpenChat } from '../chat';
import { ChatsStore } from '../chats.store';
import { ChatTables } from '../chat-tables';
import { searchedFor, type Findings, type Turn } from '../turn';
import { TurnsStore } from '../turns.store';
import { WriteTurn } from '../write-turn.store';
import { foundValues } from '../suggestions/suggestions.store';
import { ChoosePassages, NO_PASSAGES, type ChosenPassages } from './choose-passages';
import { fitContext } from './fit-context';
import { NO_PICTURES, PromptPictures, type PicturesOfPrompt } from './prompt-pictures';
import { replacementsIn, sentPassages } from './sent-passages';
import { findPersonalData, kindsOf, readHidden, textsOf, type Found } from './hide-conversation';

/** A prompt into a chat. Without `choices`, only the kinds that the policy requires are newly hidden. */
export interface PromptInput extends CallRequest {
  prompt: string;
  choices: readonly EntityType[];
  language: Language;
  model: string;
  /** If absent, a new chat. */
  chatId?: string;
  /** The case of a new chat. */
  caseId?: string;
  /** The assistant of a new chat. */
  assistant?: AssistantRequest;
  /** Documents that the chat uses from this turn on. */
  documents?: { ids: readonly string[]; field: 'doc' | 'docs' };
  /** Uploaded pictures that are sent with this prompt. Later turns send their text, like that of documents. */
  imageIds?: readonly string[];
  /** If absent, the chat's style, or the configured one for a new chat. */
  style?: ReplacementStyle;
  /** Whether the turn is stored with the partial answer if the caller disconnects after the first part. */
  keepsStopped?: boolean;
  /** The turn with the answer that this one continues. */
  continues?: Pick<Turn, 'answer' | 'restoredAnswer'> & { turnId: string };
  /** Whether the passages of the chat's documents are left out. */
  leavesOutDocuments?: boolean;
  /** Present in another version of a turn: the position of the current version, and the first version. */
  replaces?: { ordinal: number; versionOf: string };
}

/** A prompt that may be sent, with the data to store its turn. */
export interface PreparedPrompt {
  chat: OpenChat;
  input: PromptInput;
  call: AcceptedCall;
  protection: CallProtection;
  table: EntityTable;
  /** The table that is stored with the chat */
  own: EntityTable;
  hidden: AnonymizedText;
  findings: Findings;
  /** The values that the user kept and hid in this request. */
  corrections: { keep: readonly string[]; hide: readonly string[] };
  messages: ChatMessage[];
  /** The texts of the messages. */
  sent: readonly string[];
}

/** Accepts a prompt into its chat, hides personal data, and builds the messages for the model. */
@Injectable()
export class PreparePrompt {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: LlmConfig,
    private readonly acceptCall: AcceptCall,
    private readonly hideTexts: HideTexts,
    private readonly chats: ChatsStore,
    private readonly tables: ChatTables,
    private readonly turns: TurnsStore,
    private readonly writeTurn: WriteTurn,
    private readonly documents: ChatDocuments,
    private readonly choosePassages: ChoosePassages,
    private readonly promptPictures: PromptPictures,
    private readonly assistants: UseAssistants,
  ) {}

  /**
   * @throws AppError `blocked_by_policy` if the prompt or a document contains what the policy blocks;
   *   `prompt_too_long`
   */
  async execute(owner: Caller, input: PromptInput, signal: AbortSignal): Promise<PreparedPrompt> {
    assertChatId(input.chatId);
    const attached = attachmentsOf(input);
    if (input.documents) await this.documents.assertUsable(owner, input.documents);
    if (input.assistant && input.chatId !== undefined)
      throw invalid('assistant_id', 'must be absent in an existing chat: it keeps its assistant');
    const started = input.assistant && (await this.assistants.start(owner, input.assistant));
    const isUnprotected = input.choices.length === 0;
    const known =
      isUnprotected && input.chatId !== undefined
        ? await this.chats.assistant(owner, input.chatId)
        : undefined;
    const accepted = await this.acceptCall.execute(owner, withKinds(input, started ?? known));
    const { model } = accepted;
    const opened = await this.chats.open(owner, input.chatId, input.caseId);
    const chat = started ? { ...opened, assistant: started } : opened;
    const { assistant } = chat;
    const { policy, rules } = accepted;
    const { choices } = withKinds(input, assistant);
    const call = assistant ? { ...accepted, hidden: policy.hiddenKinds(rules, choices) } : accepted;
    // What the assistant's owner wrote is hidden as if all kinds were chosen: a user of it cannot decide less.
    const choicesOfAssistant = assistant ? policy.hiddenKinds(rules, [...CHOICES.all, ...choices]) : [];
    if (chat.isNew && chat.caseId !== undefined) await this.tables.check(owner, chat.caseId, input.style);
    const [turns, documentIds] = await Promise.all([
      chat.isNew
        ? []
        : this.turns.recent(
            owner,
            { ...chat, ...(input.replaces && { ordinal: input.replaces.ordinal }) },
            model.promptTokens,
          ),
      input.leavesOutDocuments ? [] : this.documentsOf(owner, chat, attached),
    ]);
    const images = input.imageIds
      ? await this.promptPictures.read(owner, input.imageIds, call, signal)
      : NO_PICTURES;
    // No transaction is open here, because detection and model may take long.
    const search = {
      ...input,
      images: images.texts,
      ...(assistant && { instruction: { text: assistant.instruction, choices: choicesOfAssistant } }),
      choices: call.hidden,
      turns,
      known: chat.caseId === undefined ? [] : ENTITY_TYPES,
      userId: owner.userId,
    };
    const found = await findPersonalData(this.hideTexts, search, signal);
    const ofAssistant =
      assistant && !input.leavesOutDocuments
        ? await this.assistants.documentsOf(owner, assistant.id)
        : undefined;
    const sources = [
      ...(ofAssistant && ofAssistant.ids.length > 0
        ? [{ ...ofAssistant, kinds: kindsOf(turns, choicesOfAssistant), isOfAssistant: true as const }]
        : []),
      ...(documentIds.length > 0 ? [{ owner, ids: documentIds, kinds: found.kinds }] : []),
    ];
    const room = sources.length > 0 ? await roomForDocuments(chat, input, turns, call) : 0;
    const chosen: ChosenPassages[] = [];
    for (const { owner: of, ids, ...source } of sources) {
      const tokens = Math.floor(room / sources.length);
      chosen.push(
        await this.choosePassages.execute(of, { ...input, ...source, documentIds: ids, tokens }, signal),
      );
    }
    return this.hide(
      owner,
      { input, call, choicesOfAssistant, chat, found, chosen: together(chosen), images },
      signal,
    );
  }

  private async documentsOf(owner: Owner, chat: OpenChat, attached: readonly string[]): Promise<string[]> {
    const earlier = chat.isNew ? [] : await this.documents.of(owner, chat.id);
    return [...new Set([...earlier, ...attached])];
  }

  private async hide(
    owner: Owner,
    { input, call, choicesOfAssistant, chat, found, chosen, images }: Accepted,
    signal: AbortSignal,
  ): Promise<PreparedPrompt> {
    const asked = {
      ...input,
      choices: call.hidden,
      choicesOfAssistant,
      rules: call.rules,
      instruction: {
        text: chat.assistant?.instruction ?? '',
        spans: found.instruction,
        // It was sent before in an existing chat. What the policy blocks since is removed there.
        ...(chat.isNew && { field: 'assistant_id' }),
      },
      systemPrompt: call.policy.systemPrompt,
      turns: found.turns,
      spans: found.prompt ?? [],
      passages: chosen.passages,
      images: images.texts.map((text, i) => ({ text, spans: found.images[i]! })),
    };
    const style = { ...(input.style && { asked: input.style }), usual: this.config.replacements };
    const texts = textsOf(asked);
    const { hidden, table, own } = await this.tables.hide(
      owner,
      chat,
      { texts, words: input, style },
      (current, texts) => this.hideTexts.hide(current, texts, signal),
    );
    const conversation = readHidden(asked, hidden);
    await this.writeTurn.noteFindings(owner, chat, found.searched);
    signal.throwIfAborted();
    const known = { turns: found.turns, chosen };
    const { messages, beside } = await fitContext(conversation, known, table.style, call.model);
    const sentImages = await images.paint(conversation.images, signal);
    const attached = attachmentsOf(input);
    const protection = withImages(
      protectionOf(call.rules, call.hidden, conversation.left),
      sentImages.length > 0,
    );
    return {
      chat,
      input,
      call,
      protection,
      table,
      own,
      hidden: conversation.prompt,
      findings: {
        ...(found.prompt && { prompt: found.prompt, ...searchedFor(found.kinds) }),
        beside: { ...beside, ...(sentImages.length > 0 && { images: sentImages.length }) },
        ...(attached.length > 1 && { attached }),
        ...(beside.passages > 0 && {
          passages: sentPassages(chosen.passages, conversation.runs, beside.passages),
        }),
        ...(chat.assistant && { instruction: replacementsIn(conversation.instruction) }),
        left: conversation.left,
        protection: protection.level,
      },
      corrections: { keep: foundValues(input.keep ?? [], texts, call.rules), hide: input.hide ?? [] },
      messages: sentImages.length > 0 ? withImagesOf(messages, sentImages) : messages,
      sent: [...messages.map(({ content }) => content), ...conversation.images.map(({ text }) => text)],
    };
  }
}

interface Accepted {
  input: PromptInput;
  call: AcceptedCall;
  choicesOfAssistant: readonly EntityType[];
  chat: OpenChat;
  found: Found;
  chosen: ChosenPassages;
  images: PicturesOfPrompt;
}

/** Returns the request with the kinds that the assistant adds to its choices. */
const withKinds = <T extends Pick<PromptInput, 'choices'>>(input: T, assistant: OpenChat['assistant']): T =>
  assistant ? { ...input, choices: [...new Set([...input.choices, ...assistant.kinds])] } : input;

/** Returns passages of several selections as one. */
const together = (chosen: readonly ChosenPassages[]): ChosenPassages =>
  chosen.length === 0
    ? NO_PASSAGES
    : {
        passages: chosen.flatMap(({ passages }) => passages),
        complete: chosen.every(({ complete }) => complete),
      };

/** Returns the messages with images in the last one. */
const withImagesOf = (messages: readonly ChatMessage[], images: string[]): ChatMessage[] => [
  ...messages.slice(0, -1),
  { ...messages.at(-1)!, images },
];

/** Returns the documents and images that a prompt attaches, each once. */
export const attachmentsOf = ({
  documents,
  imageIds = [],
}: Pick<PromptInput, 'documents' | 'imageIds'>): string[] => [
  ...new Set([...(documents?.ids ?? []), ...imageIds]),
];

/** The tokens of the text around passages, with a reserve for replacements that are longer than the originals. */
const FRAME_TOKENS = 300;
const SHARE_OF_ROOM = 0.85;

/** Returns the rest of the context after the prompt and the recent turns, which may use half of it (contract: Chat). */
async function roomForDocuments(
  { assistant }: OpenChat,
  { prompt }: PromptInput,
  turns: readonly Turn[],
  { model, policy }: AcceptedCall,
): Promise<number> {
  const texts = [prompt, policy.systemPrompt, assistant?.instruction ?? ''];
  const counts = await Promise.all(texts.map((text) => countMessageTokens(text)));
  const always = counts.reduce((sum, count) => sum + count, 0);
  const room = model.promptTokens - always - FRAME_TOKENS;
  const turnTokens = turns.reduce((sum, { contextTokens }) => sum + contextTokens, 0);
  return Math.max(0, Math.floor((room - Math.min(turnTokens, room / 2)) * SHARE_OF_ROOM));
}
