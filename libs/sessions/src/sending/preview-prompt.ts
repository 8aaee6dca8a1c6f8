import { Injectable } from '@nestjs/common';
import { CHOICES, type EntityType, type Language, type Rules } from '@app/anonymization';
import { UseAssistants, type AssistantRequest } from '@app/assistants';
import { NewestOnly, type Caller } from '@app/common';
import {
  AcceptCall,
  acceptRules,
  CurrentPolicies,
  FindHidden,
  type CallRequest,
  type HiddenValue,
} from '@app/policy';
import { ChatDocuments, ReadExcerpts } from '@app/documents';
import { assertChatId } from '../chat';
import { ChatsStore } from '../chats.store';
import { ChatTables, rememberWords } from '../chat-tables';

export interface PreviewInput extends Omit<CallRequest, 'model'> {
  prompt: string;
  choices: readonly EntityType[];
  language: Language;
  /** The model of the call. If absent, the rules for no particular model apply. */
  model?: string;
  /** If absent, a new chat. */
  chatId?: string;
  /** The case of a new chat. */
  caseId?: string;
  /** The assistant of a new chat. */
  assistant?: AssistantRequest;
  /** Documents that are searched too: those of the caller, or of the assistant. */
  documentIds?: readonly string[];
}

/** What would be hidden. */
export interface PromptPreview {
  /** The values in the prompt, in order. */
  prompt: HiddenValue[];
  /** The instruction of the assistant with its values. */
  instruction?: { text: string; found: HiddenValue[] };
  documents: { id: string; text: string; isCut: boolean; found: HiddenValue[] }[];
}

/** The limit for the text of each document, in UTF-16 code units. */
const MOST_SHOWN = 200_000;

/**
 * Shows what would be hidden in a prompt before it is sent. Runs once per user; a new preview cancels the previous one.
 */
@Injectable()
export class PreviewPrompt {
  private readonly newest = new NewestOnly('A newer preview of yours has begun');

  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly policies: CurrentPolicies,
    private readonly chats: ChatsStore,
    private readonly tables: ChatTables,
    private readonly findHidden: FindHidden,
    private readonly documents: ChatDocuments,
    private readonly excerpts: ReadExcerpts,
    private readonly assistants: UseAssistants,
  ) {}

  /**
   * @param signal aborted when the caller disconnects
   * @returns what would be hidden; stores nothing and reserves no replacement
   * @throws AppError `bad_request` if the caller may not use the chat or case; `conflict` if this user began a newer preview
   */
  async execute(caller: Caller, input: PreviewInput, signal: AbortSignal): Promise<PromptPreview> {
    return this.newest.run(caller.userId, signal, (own) => this.find(caller, input, own));
  }

  private async find(caller: Caller, given: PreviewInput, signal: AbortSignal): Promise<PromptPreview> {
    const { prompt, chatId, documentIds: ids = [] } = given;
    assertChatId(chatId);
    const started = given.assistant && (await this.assistants.start(caller, given.assistant));
    const kept = chatId === undefined ? undefined : await this.chats.assistant(caller, chatId);
    const kinds = (started ?? kept)?.kinds ?? [];
    const input = { ...given, choices: [...new Set([...given.choices, ...kinds])] };
    const theirs = started && (await this.assistants.documentsOf(caller, started.id));
    const ofAssistant = { ...input, choices: [...new Set([...CHOICES.all, ...input.choices])] };
    const own = ids.filter((id) => !theirs?.ids.includes(id));
    if (own.length > 0) await this.documents.assertUsable(caller, { ids: own, field: 'docs' });
    const rules = await this.rules(caller, input);
    const found = await this.hiddenIn(caller, prompt, input, rules, signal);
    const documents: PromptPreview['documents'] = [];
    // One character more shows whether there are more.
    for (const id of ids) {
      const owner = own.includes(id) ? caller : theirs!.owner;
      const excerpt = { documentId: id, start: 0, end: MOST_SHOWN + 1 };
      const [text = ''] = await this.excerpts.execute(owner, [excerpt]);
      const shown = text.slice(0, MOST_SHOWN);
      documents.push({
        id,
        text: shown,
        isCut: text.length > MOST_SHOWN,
        found: await this.hiddenIn(caller, shown, owner === caller ? input : ofAssistant, rules, signal),
      });
    }
    const instruction = started && {
      text: started.instruction,
      found: await this.hiddenIn(caller, started.instruction, ofAssistant, rules, signal),
    };
    signal.throwIfAborted();
    return { prompt: found, documents, ...(instruction && { instruction }) };
  }

  private async hiddenIn(
    caller: Caller,
    text: string,
    input: PreviewInput,
    rules: Rules,
    signal: AbortSignal,
  ): Promise<HiddenValue[]> {
    const { language, choices, chatId, caseId } = input;
    const table = await this.tables.read(caller, { chatId, caseId }, [{ text }]);
    rememberWords(table, input);
    return this.findHidden.execute({ text, language, choices, rules, table }, signal);
  }

  private async rules(caller: Caller, { model, ...input }: PreviewInput) {
    if (model !== undefined) return (await this.acceptCall.execute(caller, { model, ...input })).rules;
    return acceptRules((await this.policies.of(caller.organizationId)).rulesFor(), input);
  }
}
