import { Injectable } from '@nestjs/common';
import { isId, type Caller, type Owner } from '@app/common';
import { ChatDocuments } from '@app/documents';
import { ownerOfDocuments, unknownAssistant, withValues, type StartedAssistant } from './assistant';
import { AssistantsStore } from './assistants.store';

/** The assistant that a request for a new chat names. */
export interface AssistantRequest {
  id: string;
  /** The values of its variables. */
  variables: Readonly<Record<string, unknown>>;
}

/** The documents of an assistant, and their owner. */
export interface AssistantDocuments {
  owner: Owner;
  ids: string[];
}

/** Gives chats what an assistant brings. */
@Injectable()
export class UseAssistants {
  constructor(
    private readonly store: AssistantsStore,
    private readonly documents: ChatDocuments,
  ) {}

  /** @throws AppError `bad_request` if the user may not use it, or the values do not fit its variables */
  async start(user: Caller, { id, variables }: AssistantRequest): Promise<StartedAssistant> {
    const found = isId(id) ? await this.store.find(asMember(user), id) : undefined;
    if (!found) throw unknownAssistant();
    const { version, name, instruction, kinds } = found;
    return { id, version, name, instruction: withValues(instruction, variables), kinds };
  }

  /** Returns the documents of an assistant: none if the user may not use it any longer. */
  async documentsOf(user: Caller, id: string): Promise<AssistantDocuments> {
    const owner = ownerOfDocuments(id, user);
    const isUsable = (await this.store.find(asMember(user), id)) !== undefined;
    return { owner, ids: isUsable ? await this.documents.of(owner, id) : [] };
  }
}

/** Chats with assistants of a group are for its members, and for admins only if they are members. */
const asMember = (user: Caller) => ({ ...user, isAdmin: false });
