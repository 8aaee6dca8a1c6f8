import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { IssuedTable } from '@app/anonymization';
import { ApiKeys, Groups, IdentitiesStore, LoginsStore, UserProfilesStore, Users } from '@app/accounts';
import { ExportAssistants } from '@app/assistants';
import { AuditTrail } from '@app/audit';
import { OwnBatchFiles } from '@app/batches';
import { ExportCases } from '@app/cases';
import { Clock, type Owner } from '@app/common';
import { ExportDocuments } from '@app/documents';
import { ExportEvaluations } from '@app/evaluation';
import { imageType } from '@app/images';
import { ExportJobs } from '@app/job-records';
import { ExportChats, type ExportedChat, type KeptTurn } from '@app/sessions';
import { UsageStore } from '@app/usage';
import { zipFiles, type ExportedFile } from './zip-files';

/** The user to export. */
export interface ExportedPerson extends Owner {
  userName: string;
}

/** Exports all data that the service stores about a user, unencrypted: JSON files, texts, images and recordings. */
@Injectable()
export class ExportUser {
  constructor(
    private readonly users: Users,
    private readonly groups: Groups,
    private readonly keys: ApiKeys,
    private readonly logins: LoginsStore,
    private readonly trail: AuditTrail,
    private readonly chats: ExportChats,
    private readonly cases: ExportCases,
    private readonly assistants: ExportAssistants,
    private readonly documents: ExportDocuments,
    private readonly evaluations: ExportEvaluations,
    private readonly jobs: ExportJobs,
    private readonly batchFiles: OwnBatchFiles,
    private readonly usage: UsageStore,
    private readonly identities: IdentitiesStore,
    private readonly profiles: UserProfilesStore,
    private readonly clock: Clock,
  ) {}

  /** @returns a zip archive that is created while it is read; it fails if something cannot be read */
  async execute(person: ExportedPerson): Promise<Readable> {
    const { userId, organizationId } = person;
    const subject = { type: 'user', id: userId } as const;
    await this.trail.recordAlone({ action: 'user.export', subject, organizationId });
    return zipFiles(this.files(person));
  }

  private async *files({ userId, organizationId, userName }: ExportedPerson): AsyncGenerator<ExportedFile> {
    const owner = { userId, organizationId };
    const account = { id: userId, user_name: userName, organization_id: organizationId };
    const identities = await this.identities.ofUser(userId);
    const access = await this.access(owner);
    const head = { ...account, identities, ...access, exported_at: this.clock.now() };
    yield {
      name: 'account.json',
      open: () => jsonList(head, 'model_calls', renamed(this.usage.calls(owner))),
    };
    for await (const chat of this.chats.execute(owner)) yield* chatFiles(chat);
    yield* this.caseFiles(owner);
    for await (const { id, documents, ...one } of this.assistants.execute(owner)) {
      const names = documents.map(({ fileName }) => fileName);
      yield json(`assistants/${id}/assistant.json`, { id, ...one, document_names: names });
    }
    yield* this.documentFiles(owner);
    for await (const { id, createdAt, ...one } of this.evaluations.execute(owner))
      yield json(`evaluations/${id}/evaluation.json`, { id, created_at: createdAt, ...one });
    yield* this.jobFiles(owner);
    for await (const { file, open } of this.batchFiles.all(owner)) {
      yield json(`batches/${file.id}/file.json`, file);
      yield { name: `batches/${file.id}/content.jsonl`, open };
    }
  }

  /** Returns the user's rights and their sources. */
  private async access(owner: Owner): Promise<object> {
    const member = { id: owner.userId, organizationId: owner.organizationId };
    const { role, createdAt } = await this.users.find(member);
    const profile = await this.profiles.find(member);
    return {
      profile: profile && {
        external_id: profile.externalId,
        display_name: profile.displayName,
        given_name: profile.givenName,
        family_name: profile.familyName,
        chosen_name: profile.chosenName,
      },
      role,
      created_at: createdAt,
      groups: await this.groups.namesOf(member),
      logins: (await this.logins.ofUser(owner.userId)).map((login) => ({
        console: login.console,
        browser: login.browser,
        system: login.system,
        created_at: login.createdAt,
        last_used_at: login.usedAt,
        ended_at: login.endedAt,
      })),
      api_keys: (await this.keys.all(owner)).map((key) => ({
        name: key.name,
        scopes: key.scopes,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
        last_used_on: key.lastUsedOn,
      })),
    };
  }

  private async *caseFiles(owner: Owner): AsyncGenerator<ExportedFile> {
    for await (const { id, usable, values } of this.cases.execute(owner)) {
      const head = usable && {
        name: usable.name,
        is_owner: usable.isOwner,
        created_at: usable.createdAt,
        last_used_at: usable.lastUsedAt,
        expires_at: usable.expiresAt,
      };
      yield {
        name: `cases/${id}/case.json`,
        open: () => jsonList({ id, ...(head ?? { left: true }) }, 'values', values()),
      };
    }
  }

  private async *documentFiles(owner: Owner): AsyncGenerator<ExportedFile> {
    for await (const { id, fileName, uploadedAt, text, picture } of this.documents.execute(owner)) {
      yield json(`documents/${id}/document.json`, { id, file_name: fileName, uploaded_at: uploadedAt });
      if (text) yield { name: `documents/${id}/text.txt`, open: text };
      if (picture) yield { name: `documents/${id}/picture`, open: picture };
    }
  }

  private async *jobFiles(owner: Owner): AsyncGenerator<ExportedFile> {
    for await (const { files = {}, issued, ...job } of this.jobs.execute(owner)) {
      const values = issued === undefined ? undefined : valuesOf(await IssuedTable.read(issued));
      yield json(`jobs/${job.job_id}/job.json`, { ...job, ...(values && { values }) });
      for (const [name, open] of Object.entries(files)) yield { name: `jobs/${job.job_id}/${name}`, open };
    }
  }
}

const valuesOf = ({ table }: IssuedTable): object[] =>
  table.entities.map(({ type, forms }) => ({ type, forms }));

async function* chatFiles(chat: ExportedChat): AsyncGenerator<ExportedFile> {
  const { id, name, createdAt, lastUsedAt, pinned, share, corrections } = chat;
  const images: string[] = [];
  async function* exported(turns: AsyncGenerator<KeptTurn>): AsyncGenerator<object> {
    for await (const turn of turns) {
      if (turn.responseType === 'image') images.push(turn.id);
      yield exportedTurn(turn);
    }
  }
  const head = {
    id,
    name,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    pinned,
    ...(share && {
      share: {
        turn_ids: share.turnIds,
        originals: share.name !== undefined,
        created_at: share.createdAt,
        expires_at: share.expiresAt,
      },
    }),
    ...(corrections.length > 0 && { corrections }),
  };
  yield {
    name: `chats/${id}/chat.json`,
    open: () => jsonList(head, 'turns_newest_first', exported(chat.turns())),
  };
  yield {
    name: `chats/${id}/versions.json`,
    open: () => jsonList({ id }, 'turns_newest_first', exported(chat.otherVersions())),
  };
  // The ids are complete here, because the next file is requested after the previous one was read.
  for (const turnId of images) {
    // An image has at most 20 MiB, and its file name depends on its type.
    const image = await buffer(await chat.image(turnId));
    const end = imageType(image)?.replace('image/', '.') ?? '';
    yield { name: `chats/${id}/${turnId}${end}`, open: () => Readable.from([image]) };
  }
}

const exportedTurn = (turn: KeptTurn): object => ({
  id: turn.id,
  at: turn.createdAt,
  model: turn.model,
  response_type: turn.responseType,
  prompt: turn.prompt,
  answer: turn.restoredAnswer,
  sent_prompt: turn.anonymizedPrompt,
  received_answer: turn.answer,
  replacements: turn.replacements.map(({ type, original, replacement }) => ({ type, original, replacement })),
  document_id: turn.documentId,
  ...(turn.findings.attached && { document_ids: turn.findings.attached }),
});

async function* renamed(calls: ReturnType<UsageStore['calls']>): AsyncGenerator<object> {
  for await (const { at, model, promptTokens, completionTokens } of calls)
    yield { at, model, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

const json = (name: string, content: object): ExportedFile => ({
  name,
  open: () => Readable.from([JSON.stringify(content, null, 2)], { objectMode: false }),
});

/** Returns a JSON document as a stream: the members of `head`, then a list of any length. */
const jsonList = (head: object, name: string, items: AsyncIterable<unknown>): Readable =>
  Readable.from(lines(head, name, items), { objectMode: false });

async function* lines(head: object, name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield '{\n';
  for (const [key, value] of Object.entries(head))
    yield `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield `  ${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const item of items) {
    yield `${separator}    ${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}
