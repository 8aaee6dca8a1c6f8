import { Injectable } from '@nestjs/common';
import type { EntityType, Language, Rules } from '@app/anonymization';
import { AppError, type Caller } from '@app/common';
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
import { ChatTables } from '../chat-tables';
import { rememberWords } from '../remember-words';

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
  /** Documents that are searched too. */
  documentIds?: readonly string[];
}

/** What would be hidden. */
export interface PromptPreview {
  /** The values in the prompt, in order. */
  prompt: HiddenValue[];
  documents: { id: string; text: string; isCut: boolean; found: HiddenValue[] }[];
}

/** The limit for the text of each document, in UTF-16 code units. */
const MOST_SHOWN = 200_000;

/**
 * Shows what would be hidden in a prompt before it is sent. Runs once per user; a new preview cancels the previous one.
 */
@Injectable()
export class PreviewPrompt {
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly policies: CurrentPolicies,
    private readonly tables: ChatTables,
    private readonly findHidden: FindHidden,
    private readonly documents: ChatDocuments,
    private readonly excerpts: ReadExcerpts,
  ) {}

  /**
   * @param signal aborted when the caller disconnects
   * @returns what would be hidden; stores nothing and reserves no replacement
   * @throws AppError `bad_request` if the caller may not use the chat or case; `conflict` if this user began a newer preview
   */
  async execute(caller: Caller, input: PreviewInput, signal: AbortSignal): Promise<PromptPreview> {
    const { userId } = caller;
    this.running.get(userId)?.abort(new AppError('conflict', 'A newer preview of yours has begun'));
    const own = new AbortController();
    this.running.set(userId, own);
    try {
      return await this.find(caller, input, AbortSignal.any([own.signal, signal]));
    } finally {
      if (this.running.get(userId) === own) this.running.delete(userId);
    }
  }

  private async find(caller: Caller, input: PreviewInput, signal: AbortSignal): Promise<PromptPreview> {
    const { prompt, chatId, documentIds: ids = [] } = input;
    assertChatId(chatId);
    if (ids.length > 0) await this.documents.assertUsable(caller, { ids, field: 'docs' });
    const rules = await this.rules(caller, input);
    const found = await this.hiddenIn(caller, prompt, input, rules, signal);
    const documents: PromptPreview['documents'] = [];
    // One character more shows whether there are more.
    const excerpts = ids.map((documentId) => ({ documentId, start: 0, end: MOST_SHOWN + 1 }));
    for (const [i, text = ''] of (await this.excerpts.execute(caller, excerpts)).entries()) {
      const shown = text.slice(0, MOST_SHOWN);
      documents.push({
        id: ids[i]!,
        text: shown,
        isCut: text.length > MOST_SHOWN,
        found: await this.hiddenIn(caller, shown, input, rules, signal),
      });
    }
    signal.throwIfAborted();
    return { prompt: found, documents };
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
