import { Injectable } from '@nestjs/common';
import type { EntityType, Language } from '@app/anonymization';
import { AppError, type Caller } from '@app/common';
import {
  AcceptCall,
  acceptRules,
  CurrentPolicies,
  FindHidden,
  type CallRequest,
  type HiddenValue,
} from '@app/policy';
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
}

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
  ) {}

  /**
   * @param signal aborted when the caller disconnects
   * @returns the values in order; stores nothing and reserves no replacement
   * @throws AppError `bad_request` if the caller may not use the chat or case; `conflict` if this user began a newer preview
   */
  async execute(caller: Caller, input: PreviewInput, signal: AbortSignal): Promise<HiddenValue[]> {
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

  private async find(caller: Caller, input: PreviewInput, signal: AbortSignal): Promise<HiddenValue[]> {
    const { prompt: text, language, choices, chatId, caseId } = input;
    assertChatId(chatId);
    const rules = await this.rules(caller, input);
    const table = await this.tables.read(caller, { chatId, caseId }, [{ text }]);
    rememberWords(table, input);
    const found = await this.findHidden.execute({ text, language, choices, rules, table }, signal);
    signal.throwIfAborted();
    return found;
  }

  private async rules(caller: Caller, { model, ...input }: PreviewInput) {
    if (model !== undefined) return (await this.acceptCall.execute(caller, { model, ...input })).rules;
    return acceptRules((await this.policies.of(caller.organizationId)).rulesFor(), input);
  }
}
