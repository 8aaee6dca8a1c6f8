import { Injectable } from '@nestjs/common';
import { languageOf, type EntityType } from '@app/anonymization';
import { AppError, invalid, isId, type Caller } from '@app/common';
import { ChatsStore } from '../chats.store';
import { attachedBy, firstVersionOf } from '../turn';
import { TurnsStore } from '../turns.store';
import type { PromptInput } from './prepare-prompt';

export interface RegenerateInput {
  chatId: string;
  turnId: string;
  /** If absent, the model of the answer. */
  model?: string;
  /** If absent, the prompt of the turn. */
  prompt?: string;
  /** If absent, the kinds that were hidden in the turn. */
  choices?: { choices: readonly EntityType[]; named: readonly EntityType[] };
  /** The language of the prompt, as a request names it. */
  lang?: string;
  keep?: readonly string[];
  hide?: readonly string[];
}

/** Builds the prompt of another version of a turn. It sees the turns before that turn, and attaches the same files. */
@Injectable()
export class RegenerateAnswer {
  constructor(
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
  ) {}

  /**
   * @throws AppError `not_found` if the owner has no such chat, `bad_request` if its current branch has no such turn,
   *   `conflict` if the turn continues an answer or has an image as its answer
   */
  async execute(owner: Caller, input: RegenerateInput): Promise<PromptInput> {
    const { chatId, turnId, model, choices, keep, hide } = input;
    const key = isId(chatId) && (await this.chats.key(owner, chatId));
    if (!key) throw new AppError('not_found', 'You have no chat with this id');
    const turn = isId(turnId) && (await this.turns.one(owner, chatId, key, turnId));
    if (!turn) throw invalid('turn_id', 'must be the id of a turn that the history of the chat shows');
    if (turn.responseType !== 'text' || turn.findings.continues)
      throw new AppError('conflict', 'This turn cannot be regenerated; send a prompt instead');
    const { prompt = turn.prompt, lang } = input;
    const language = languageOf(prompt, lang);
    const attached = attachedBy(turn);
    const documents = attached.length - (turn.findings.beside?.images ?? 0);
    return {
      chatId,
      prompt,
      ...(choices ?? { choices: turn.hiddenTypes }),
      ...(keep && { keep }),
      ...(hide && { hide }),
      language,
      model: model ?? turn.model,
      ...(documents > 0 && { documents: { ids: attached.slice(0, documents), field: 'docs' as const } }),
      // Documents precede the images that were sent.
      ...(documents < attached.length && { imageIds: attached.slice(documents) }),
      replaces: { ordinal: turn.ordinal, versionOf: firstVersionOf(turn) },
    };
  }
}
