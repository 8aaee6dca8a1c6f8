import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { ManageAssistants, type AssistantDocument } from './manage-assistants';
import { AssistantsStore, type AssistantVersion } from './assistants.store';

export interface ExportedAssistant {
  id: string;
  audience: string;
  /** The newest first. */
  versions: AssistantVersion[];
  documents: AssistantDocument[];
}

/** Exports the assistants that a person owns. */
@Injectable()
export class ExportAssistants {
  constructor(
    private readonly store: AssistantsStore,
    private readonly assistants: ManageAssistants,
  ) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedAssistant> {
    const user = { ...owner, groups: [], isAdmin: false };
    for (const { id, audience } of await this.store.owned(owner))
      yield {
        id,
        audience,
        versions: await this.store.versions(user, id),
        documents: await this.assistants.documentsOf(user, id),
      };
  }
}
