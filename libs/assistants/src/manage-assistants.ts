import { Injectable } from '@nestjs/common';
import { Groups } from '@app/accounts';
import { AuditTrail, type AuditEvent } from '@app/audit';
import {
  ALL_OWNERS,
  AppError,
  invalid,
  isId,
  newId,
  Transactions,
  type Owner,
  type Transaction,
} from '@app/common';
import { ChatDocuments, DeleteDocuments, ReadFileNames } from '@app/documents';
import { BlobRemovals } from '@app/storage';
import { WriteTombstones } from '@app/tombstones';
import {
  checkVariables,
  MOST_ASSISTANTS,
  MOST_DOCUMENTS,
  MOST_OF_USER,
  MOST_VERSIONS,
  noSuchAssistant,
  ownerOfDocuments,
  type Assistant,
  type AssistantContent,
  type AssistantUser,
  type Sharing,
} from './assistant';
import { AssistantsStore, type AssistantVersion } from './assistants.store';

export interface AssistantFields {
  content: AssistantContent;
  sharing: Sharing;
}

/** A document of an assistant. */
export interface AssistantDocument {
  id: string;
  fileName: string;
}

/** Makes, lists, changes and deletes assistants. Methods with an id throw AppError `not_found` unless the user may use it. */
@Injectable()
export class ManageAssistants {
  constructor(
    private readonly store: AssistantsStore,
    private readonly groups: Groups,
    private readonly documents: ChatDocuments,
    private readonly fileNames: ReadFileNames,
    private readonly deleteDocuments: DeleteDocuments,
    private readonly removals: BlobRemovals,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /** @throws AppError `bad_request`; `forbidden` if only an admin may share so; `conflict` if there are too many */
  async create(user: AssistantUser, { content, sharing }: AssistantFields): Promise<Assistant> {
    checkVariables(content.instruction);
    const id = newId();
    await this.transactions.runFor(user, async (tx) => {
      await this.checkSharing(tx, user, sharing);
      const limits = { most: MOST_ASSISTANTS, mostOwn: MOST_OF_USER };
      if (!(await this.store.add(tx, user, { id, content, sharing }, limits)))
        throw new AppError(
          'conflict',
          `An organization has at most ${MOST_ASSISTANTS} assistants, and a user ${MOST_OF_USER}; delete another one`,
        );
      await this.record(tx, user, id, { action: 'assistant.create', counts: countsOf(sharing) });
    });
    return this.find(user, id);
  }

  /** @throws AppError `bad_request` if this service did not write `cursor` */
  async list(
    user: AssistantUser,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<{ assistants: Assistant[]; next: string | null }> {
    if (cursor !== undefined && !isId(cursor))
      throw invalid('cursor', 'must be the next_cursor of an earlier page');
    const found = await this.store.page(user, { ...(cursor && { before: cursor }), limit: limit + 1 });
    const assistants = found.slice(0, limit);
    return { assistants, next: found.length > limit ? assistants.at(-1)!.id : null };
  }

  async find(user: AssistantUser, id: string): Promise<Assistant> {
    const found = isId(id) ? await this.store.find(user, id) : undefined;
    if (!found) throw noSuchAssistant();
    return found;
  }

  async documentsOf(user: AssistantUser, id: string): Promise<AssistantDocument[]> {
    await this.find(user, id);
    const owner = ownerOfDocuments(id, user);
    const ids = await this.documents.of(owner, id);
    const names = await this.fileNames.execute(owner, ids);
    return ids.flatMap((documentId) => {
      const fileName = names.get(documentId);
      return fileName === undefined ? [] : [{ id: documentId, fileName }];
    });
  }

  async versions(user: AssistantUser, id: string): Promise<AssistantVersion[]> {
    await this.find(user, id);
    return this.store.versions(user, id);
  }

  /**
   * Replaces the content and the sharing of an assistant. Chats keep the version that they were started with.
   *
   * @param version the version that the author has read
   * @throws AppError `forbidden` unless the user may change it; `conflict` if another version is current; `bad_request`
   */
  async change(
    user: AssistantUser,
    id: string,
    version: number,
    { content, sharing }: AssistantFields,
  ): Promise<Assistant> {
    const found = await this.editable(user, id);
    checkVariables(content.instruction);
    await this.transactions.runFor(user, async (tx) => {
      if (sharing.audience !== found.audience || sharing.groupId !== found.groupId) {
        if (!found.isOwner && !user.isAdmin)
          throw new AppError('forbidden', 'Only the owner of the assistant may change who uses it');
        // Before the assistant is locked, because the deletion of a group locks its assistants after the group.
        await this.checkSharing(tx, user, sharing);
      }
      const current = await this.store.lock(tx, user, id);
      if (current === undefined) throw noSuchAssistant();
      if (current !== version)
        throw new AppError('conflict', 'Another version of this assistant was saved; read it again');
      await this.store.change(tx, user, id, { version: version + 1, content, sharing }, MOST_VERSIONS);
      const counts = { version: version + 1, ...countsOf(sharing) };
      await this.record(tx, user, id, { action: 'assistant.change', counts });
    });
    return this.find(user, id);
  }

  /**
   * Gives an assistant one of the user's documents, which no chat may use. Its users then read passages of it in answers.
   *
   * @throws AppError `forbidden` unless the user may change it; `bad_request`
   */
  async addDocument(user: AssistantUser, id: string, documentId: string): Promise<void> {
    await this.editable(user, id);
    const owner = ownerOfDocuments(id, user);
    await this.transactions.runFor(ALL_OWNERS, async (tx) => {
      if ((await this.store.lock(tx, user, id)) === undefined) throw noSuchAssistant();
      const documents = await this.documents.ofIn(tx, owner, id);
      if (documents.includes(documentId)) return;
      if (documents.length >= MOST_DOCUMENTS) throw tooManyDocuments();
      if (!isId(documentId) || !(await this.documents.adopt(tx, user, owner, documentId)))
        throw new AppError('not_found', 'You have no such document, or a chat uses it');
      await this.record(tx, user, id, { action: 'assistant.change', counts: { documents: 1 } });
    });
  }

  /** @throws AppError `forbidden` unless the user may change it; `not_found` */
  async removeDocument(user: AssistantUser, id: string, documentId: string): Promise<void> {
    await this.editable(user, id);
    await this.deleteDocuments.delete(ownerOfDocuments(id, user), documentId);
  }

  /**
   * Deletes an assistant with its documents. Chats keep the instruction that they were started with.
   *
   * @throws AppError `forbidden` unless the user may change it; `unavailable` if the tombstone is not written yet
   */
  async delete(user: AssistantUser, id: string): Promise<void> {
    await this.editable(user, id);
    if (!(await this.deleteWithDocuments(user, id))) throw noSuchAssistant();
    await this.tombstones.execute();
  }

  /**
   * Deletes the assistants of a person who is erased. Those that others may use stay without an owner.
   *
   * @returns the number of deleted assistants
   */
  async erase(owner: Owner): Promise<number> {
    let erased = 0;
    for (const { id, audience } of await this.store.owned(owner)) {
      const stays =
        audience !== 'self' &&
        (await this.transactions.runFor(owner, (tx) => this.store.disown(tx, owner, id)));
      if (!stays && (await this.deleteWithDocuments(owner, id, 'erased'))) erased += 1;
    }
    return erased;
  }

  private async deleteWithDocuments(user: Owner, id: string, reason?: 'erased'): Promise<boolean> {
    const owner = ownerOfDocuments(id, user);
    const folders = await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.delete(tx, user, id))) return undefined;
      await this.record(tx, user, id, { action: 'assistant.delete', ...(reason && { reason }) });
      return this.documents.release(tx, owner, id);
    });
    if (folders) await this.removals.carryOut(folders);
    return folders !== undefined;
  }

  private async editable(user: AssistantUser, id: string): Promise<Assistant> {
    const found = await this.find(user, id);
    if (!found.canEdit) throw new AppError('forbidden', 'You may use this assistant, but not change it');
    return found;
  }

  /** @throws AppError `forbidden` if only an admin may share so; `bad_request` unless the group is one of the user's */
  private async checkSharing(
    tx: Transaction,
    user: AssistantUser,
    { audience, groupId }: Sharing,
  ): Promise<void> {
    if (audience === 'organization' && !user.isAdmin)
      throw new AppError('forbidden', 'Only admins may share an assistant with the whole organization');
    if (audience === 'group') await this.groups.heldMembers(tx, user, groupId);
  }

  private record(
    tx: Transaction,
    { organizationId }: Owner,
    id: string,
    event: Pick<AuditEvent, 'action' | 'counts' | 'reason'>,
  ): Promise<void> {
    return this.trail.record(tx, { ...event, organizationId, subject: { type: 'assistant', id } });
  }
}

const countsOf = ({ audience }: Sharing): Record<string, number> =>
  audience === 'self' ? {} : { [`shared.${audience}`]: 1 };

const tooManyDocuments = (): AppError =>
  new AppError('conflict', `An assistant has at most ${MOST_DOCUMENTS} documents; remove another one`);
